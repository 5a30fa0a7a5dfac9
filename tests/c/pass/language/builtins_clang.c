// Builtins that only clang has: bit reversal, rotation, carry chains, element-wise operations.
#include <stdint.h>
#include <stdio.h>

static void add_long(uint64_t *a, const uint64_t *b, int n) {
    unsigned long long carry = 0;
    for (int i = 0; i < n; i++)
        a[i] = __builtin_addcll(a[i], b[i], carry, &carry);
    printf("carry %llu\n", carry);
}

static void sub_long(uint64_t *a, const uint64_t *b, int n) {
    unsigned long long borrow = 0;
    for (int i = 0; i < n; i++)
        a[i] = __builtin_subcll(a[i], b[i], borrow, &borrow);
    printf("borrow %llu\n", borrow);
}

int main(void) {
    volatile uint64_t samples[] = {0, 1, 0x80, 0x8001, 0x12345678, 0xdeadbeefcafebabe, ~0ULL};
    for (int i = 0; i < 7; i++) {
        uint64_t w = samples[i];
        printf("%02x %04x %08x %016lx\n", __builtin_bitreverse8((uint8_t)w), __builtin_bitreverse16((uint16_t)w),
               __builtin_bitreverse32((uint32_t)w), (unsigned long)__builtin_bitreverse64(w));
        for (int n = 0; n < 70; n += 11)
            printf("%02x %04x %08x %016lx ", __builtin_rotateleft8((uint8_t)w, (uint8_t)n),
                   __builtin_rotateright16((uint16_t)w, (uint16_t)n), __builtin_rotateleft32((uint32_t)w, n),
                   (unsigned long)__builtin_rotateright64(w, n));
        printf("\n");
    }
    uint64_t a[3] = {~0ULL, ~0ULL, 5}, b[3] = {1, 0, 7};
    add_long(a, b, 3);
    printf("%lx %lx %lx\n", a[0], a[1], a[2]);
    sub_long(a, (uint64_t[]){1, 1, 13}, 3);
    printf("%lx %lx %lx\n", a[0], a[1], a[2]);
    volatile int x = -5, y = 3;
    volatile unsigned u = 4000000000u;
    printf("%d %d %u\n", __builtin_elementwise_max(x + 0, y + 0), __builtin_elementwise_min(x + 0, y + 0),
           __builtin_elementwise_add_sat(u + 0, u + 0));
    printf("%d\n", __builtin_elementwise_sub_sat(-2147483647 + (x - x), y + 0));
    printf("%d %d\n", __builtin_clzg((unsigned char)1), __builtin_ctzg(0u, 99));
    return 0;
}
