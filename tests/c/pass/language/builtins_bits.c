// Bit-counting builtins at all widths, byte swaps, rotations, parity, and their counterparts in <strings.h>.
#include <stdint.h>
#include <stdio.h>
#include <strings.h>

static uint32_t rotate_left(uint32_t x, unsigned n) { return (x << (n & 31)) | (x >> (-n & 31)); }
static uint64_t rotate_right(uint64_t x, unsigned n) { return (x >> (n & 63)) | (x << (-n & 63)); }

static uint32_t reverse(uint32_t x) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (x >> i & 1u) << (31 - i);
    return r;
}

int main(void) {
    uint64_t samples[] = {1, 2, 3, 0x80, 0xff, 0x8000, 0x12345678, 0x80000000, 0xffffffff, 0x100000000, 0xdeadbeefcafe,
                          0x8000000000000000, 0xffffffffffffffff, 0x0123456789abcdef};
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint64_t w = samples[i];
        uint32_t u = (uint32_t)w;
        if (u)
            printf("%d %d ", __builtin_clz(u), __builtin_ctz(u));
        printf("%d %d ", __builtin_clzl(w), __builtin_ctzll(w));
        printf("%d %d %d %d ", __builtin_popcount(u), __builtin_popcountll(w), __builtin_parity(u), __builtin_parityl(w));
        printf("%d %d %d %d ", __builtin_ffs((int)u), __builtin_ffsll((long long)w), ffs((int)u), ffsl((long)w));
        printf("%d %d ", __builtin_clrsb((int)u), __builtin_clrsbll((long long)w));
        printf("%04x %08x %016lx ", __builtin_bswap16((uint16_t)w), __builtin_bswap32(u), (unsigned long)__builtin_bswap64(w));
        printf("%08x %016lx %08x\n", rotate_left(u, i * 5), (unsigned long)rotate_right(w, i * 7), reverse(u));
    }
    volatile int n = -17;
    volatile long l = -1234567890123L;
    printf("%d %ld %lld\n", __builtin_abs(n), __builtin_labs(l), __builtin_llabs((long long)l * 3));
    return 0;
}
