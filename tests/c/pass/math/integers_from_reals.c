// flags: -lm
#include <math.h>
#include <stdio.h>

int main(void)
{
    double halves[] = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 1e15 + 0.5, -0.0, 0.49999999999999994, 4503599627370497.5};
    for (int i = 0; i < 10; i++) {
        volatile double x = halves[i];
        printf("%ld %ld %lld %lld %g %g %g %g %g %g\n", lround(x), lrint(x), llround(x), llrint(x), round(x), rint(x), trunc(x),
               floor(x), ceil(x), nearbyint(x));
    }
    int e;
    double whole;
    printf("%g %d\n", frexp(1e-310, &e), e);
    printf("%g %g\n", modf(-1e300, &whole), whole);
    printf("%g %g %g\n", fdim(3, 5), fdim(5, 3), remainder(5, 3));
    printf("%d %d %d\n", ilogb(0.1), ilogb(1e-310), (int)logb(1e300));
    printf("%a %a\n", scalbn(1.5, -1074), ldexp(0x1.8p-1073, -1));
    return 0;
}
