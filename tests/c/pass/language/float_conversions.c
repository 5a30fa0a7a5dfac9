// Floats to and from all integers: in range as C says, out of range as x86-64 code from clang does.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define TO_INTS(type, v)                                                                     \
    do {                                                                                     \
        volatile type x = v;                                                                 \
        printf("%Lg: %d %d %ld %d %u %lu\n", (long double)x, (int16_t)x, (int32_t)x, (int64_t)x, (uint8_t)x, \
               (uint32_t)x, (uint64_t)x);                                                    \
    } while (0)

#define FROM_INT(type, v)                                                                    \
    do {                                                                                     \
        volatile type from = (type)(v);                                                         \
        printf("%-8s %a %a %La\n", #type, (float)from, (double)from, (long double)from);               \
    } while (0)

int main(void) {
    double inside[] = {0, 0.5, 0.99, 1.5, 100.999, 254.9};
    for (int i = 0; i < 6; i++) {
        TO_INTS(float, (float)inside[i]);
        TO_INTS(double, inside[i]);
        TO_INTS(long double, inside[i]);
    }
    volatile double negative[] = {-0.5, -0.99, -1.5, -32767.5, -2147483648.0, -2147483647.9};
    for (int i = 0; i < 6; i++)
        printf("%d %ld %d\n", (int)negative[i], (long)negative[i], (int)(float)(negative[i] / 2));
    volatile double large[] = {4294967295.0, 9007199254740993.0, 9.2e18, 9223372036854775808.0, 1.8e19};
    for (int i = 0; i < 5; i++)
        printf("%lu %.0f\n", (unsigned long)large[i], large[i]);
    volatile long double huge[] = {18446744073709551615.0L, 9223372036854775807.0L, 9223372036854775809.5L};
    for (int i = 0; i < 3; i++)
        printf("%lu %.1Lf\n", (unsigned long)huge[i], huge[i]);
    long long ints[] = {0, 1, -1, 127, -128, 255, 16777217, 16777219, -16777217, 2147483647, -2147483648LL, 4294967295LL,
                        9007199254740993LL, 9007199254740995LL, INT64_MAX, INT64_MIN, 0x7fffffbfffffffffLL};
    for (unsigned i = 0; i < sizeof ints / sizeof *ints; i++) {
        FROM_INT(int8_t, ints[i]);
        FROM_INT(uint8_t, ints[i]);
        FROM_INT(int16_t, ints[i]);
        FROM_INT(int32_t, ints[i]);
        FROM_INT(uint32_t, ints[i]);
        FROM_INT(int64_t, ints[i]);
        FROM_INT(uint64_t, ints[i]);
        FROM_INT(_Bool, ints[i]);
    }
    volatile double d = 1.0000000596046448, e = 3.4028235677973366e38, f = 1e-46, g = 1e40;
    printf("%a %a %a %a\n", (float)d, (float)e, (float)f, (float)g);
    volatile long double l = 1.00000000000000011102230246251565L, m = 1e-330L, n = 1e4000L;
    printf("%a %a %a %a\n", (double)l, (double)m, (double)n, (float)l);
    // Mixed arithmetic converts first.
    volatile int i = 7;
    volatile unsigned u = 4000000000u;
    volatile long q = -3;
    printf("%g %g %g %g\n", i / 2.0, u + 0.5f, q * 1.5, (double)(i / 2));
    i += 2.9;
    u -= 1.5;
    printf("%d %u\n", i, u);
    i *= 1.5f;
    printf("%d %ld %ld\n", i, lrint(2.5), lround(-2.5));
    volatile float tenth = 200.7f;
    unsigned char uc = (unsigned char)tenth;
    printf("%d\n", uc);
    return 0;
}
