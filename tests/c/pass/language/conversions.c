// Conversions between all arithmetic types, at their limits where C defines them.
#include <stdio.h>

static volatile double d; static volatile float f; static volatile long double ld; static volatile long l;
static volatile unsigned long ul; static volatile int i; static volatile unsigned char uc; static volatile signed char sc;

int main(void) {
    d = 3.99; printf("%d %ld %u %d\n", (int)d, (long)d, (unsigned)d, (unsigned char)d);
    d = -3.99; printf("%d %ld %d %d\n", (int)d, (long)d, (short)d, (signed char)d);
    d = 3e9; printf("%u %ld\n", (unsigned)d, (long)d);
    d = 1.8e19; printf("%lu\n", (unsigned long)d);
    f = 1e19f; printf("%lu %g\n", (unsigned long)f, (double)f);
    ld = 1.0L / 3; printf("%.20Lg %.17g %.9g %ld %lu\n", ld, (double)ld, (float)ld, (long)(ld * 1e18L), (unsigned long)(ld * 5e19L));
    l = 123456789012345678; printf("%.17g %.9g %.20Lg\n", (double)l, (float)l, (long double)l);
    ul = 0xfffffffffffffff0; printf("%.17g %.9g %.20Lg\n", (double)ul, (float)ul, (long double)ul);
    i = 16777217; printf("%.9g %.17g\n", (float)i, (double)i);
    i = -1; printf("%u %lu %ld %hhu %hu %g\n", (unsigned)i, (unsigned long)i, (long)i, (unsigned char)i, (unsigned short)i, (double)(unsigned)i);
    i = 300; uc = i; sc = i; printf("%d %d %d\n", uc, sc, (char)200);
    uc = 255; uc++; sc = 127; printf("%d %d %d\n", uc, sc + 1, (signed char)(sc + 1));
    printf("%d %d %d %d\n", (_Bool)0.5, (_Bool)256, !ld, !!l);
    printf("%d %d %ld %d\n", -7 / 2, -7 % 3, -8L >> 1, (int)((unsigned)-8 >> 28));
    printf("%d %d %d\n", 0.1 == 0.1f, 1.0 == 1.0f, (float)1e-50 == 0);
    d = 1e300; printf("%g %g\n", d * d, -d * d);
    printf("%d %d %d %d\n", d < 1e301, d != d, d * d - d * d == 0, !(d * d - d * d < 1));
    printf("%p %lx\n", (void *)0x1234, (long)(void *)0xabcd);
    return 0;
}
