// Checked arithmetic: __builtin_{add,sub,mul}_overflow with every combination of widths and signs.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define CHECK(ta, tb, tr, a, b)                                                                          \
    do {                                                                                                 \
        ta x = (ta)(a);                                                                                  \
        tb y = (tb)(b);                                                                                  \
        tr r1, r2, r3;                                                                                   \
        int o1 = __builtin_add_overflow(x, y, &r1), o2 = __builtin_sub_overflow(x, y, &r2),              \
            o3 = __builtin_mul_overflow(x, y, &r3);                                                      \
        printf("%d %lld %d %lld %d %lld | ", o1, (long long)r1, o2, (long long)r2, o3, (long long)r3);   \
    } while (0)

#define ALL_RESULTS(ta, tb, a, b)      \
    CHECK(ta, tb, int8_t, a, b);       \
    CHECK(ta, tb, uint8_t, a, b);      \
    CHECK(ta, tb, int16_t, a, b);      \
    CHECK(ta, tb, uint16_t, a, b);     \
    CHECK(ta, tb, int32_t, a, b);      \
    CHECK(ta, tb, uint32_t, a, b);     \
    CHECK(ta, tb, int64_t, a, b);      \
    CHECK(ta, tb, uint64_t, a, b);     \
    printf("\n")

static int sum(const int *list, int n, int *out) {
    *out = 0;
    for (int i = 0; i < n; i++)
        if (__builtin_sadd_overflow(*out, list[i], out))
            return i;
    return n;
}

int main(void) {
    volatile long long samples[] = {0, 1, -1, 100, 127, -128, 32767, -32768, 2147483647LL, -2147483648LL, 4294967295LL,
                                    LLONG_MAX, LLONG_MIN, 3037000500LL};
    int n = sizeof samples / sizeof *samples;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j += 2) {
            long long a = samples[i], b = samples[j];
            ALL_RESULTS(int32_t, int32_t, a, b);
            ALL_RESULTS(uint32_t, int8_t, a, b);
            ALL_RESULTS(int64_t, int64_t, a, b);
            ALL_RESULTS(uint64_t, int64_t, a, b);
            ALL_RESULTS(uint64_t, uint64_t, a, b);
            ALL_RESULTS(int16_t, uint8_t, a, b);
        }
    int total;
    printf("%d ", sum((int[]){INT_MAX - 3, 1, 1, 1, 1, 1}, 6, &total));
    printf("%d\n", total);
    unsigned u;
    unsigned long ul;
    long l;
    printf("%d %d ", __builtin_uadd_overflow(~0u, 1, &u), __builtin_umull_overflow(1UL << 33, 1UL << 31, &ul));
    printf("%d\n", __builtin_ssubl_overflow(LONG_MIN, 1, &l));
    printf("%u %lu %ld\n", u, ul, l);
    return 0;
}
