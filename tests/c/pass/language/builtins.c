// Builtins on bits and floats that become single operations.
// flags: -fno-math-errno
#include <math.h>
#include <stdio.h>
#include <string.h>

static volatile double zero = 0, one = 1, two = 2;
static volatile unsigned u = 0x00f01000;
static volatile unsigned long w = 0x123456789abcdef0;

int main(void) {
    printf("%d %d %d %d %d\n", __builtin_clz(u), __builtin_ctz(u), __builtin_popcount(u), __builtin_ffs(u), __builtin_parity(u));
    printf("%d %d %d %d\n", __builtin_clzl(w), __builtin_ctzl(w), __builtin_popcountl(w), __builtin_clrsb(-5));
    printf("%x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(u), __builtin_bswap64(w));
    printf("%x %lx %x %lx\n", __builtin_bitreverse32(u), __builtin_bitreverse64(w), __builtin_rotateleft32(u, 11),
           __builtin_rotateright64(w, 13));
    printf("%d %d %d %d %d\n", isnan(zero / zero), isinf(one / zero), signbit(-zero), isfinite(one), isnormal(1e-310));
    printf("%g %g %g %g %g\n", floor(-1.5 * one), ceil(1.2 * one), round(2.5 * one), rint(2.5 * one), trunc(-2.7 * one));
    printf("%.17g %g %g %g\n", sqrt(two), copysign(3, -one), fmax(one, zero / zero), fmin(one, two));
    printf("%.17g %.17g %g\n", fma(0.1 * one, 10, -1), 0.1 * one * 10 - 1, fabs(-two));
    printf("%Lg %g %Lg\n", sqrtl(2.25L * one), sqrtf(2.25f * (float)one), floorl(-0.5L * one));
    printf("%d %d\n", __builtin_abs(-5 * (int)one), (int)__builtin_labs(-7 * (long)one));
    char *p = (char *)&w;
    printf("%d %ld %ld\n", __builtin_constant_p(u), (long)__builtin_expect(u != 0, 0), (long)__builtin_object_size(&p[u], 2));
    char buffer[16] = "0123456789";
    memmove(buffer + 1, buffer, 5);
    memset(buffer + 7, '-', 2);
    memcpy(buffer + 12, "abc", 4);
    printf("%.9s %s\n", buffer, buffer + 12);
    if (u == 0) __builtin_trap();
    __builtin_prefetch(buffer);
    __builtin_assume(two > one);
    return 0;
}
