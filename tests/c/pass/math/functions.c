// flags: -lm
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#define SHOW(call) (errno = 0, printf("%s = %a %d\n", #call, (double)(call), errno))

int main(void)
{
    volatile double x[] = {0.0, -0.0, 0.5, -1.5, 2.0, 10.25, -750.0, 710.0, 1e300, 1e-310, INFINITY, -INFINITY};
    for (int i = 0; i < 12; i++) {
        volatile double v = x[i];
        SHOW(sqrt(v)), SHOW(sin(v)), SHOW(cos(v)), SHOW(tan(v)), SHOW(atan(v)), SHOW(exp(v)), SHOW(exp2(v)), SHOW(log(v));
        SHOW(log2(v)), SHOW(log10(v)), SHOW(log1p(v)), SHOW(expm1(v)), SHOW(floor(v)), SHOW(ceil(v)), SHOW(trunc(v));
        SHOW(round(v)), SHOW(rint(v)), SHOW(nearbyint(v)), SHOW(fabs(v)), SHOW(sinh(v)), SHOW(cosh(v)), SHOW(tanh(v));
        SHOW(asin(v)), SHOW(acos(v)), SHOW(pow(v, 2.5)), SHOW(pow(v, -3)), SHOW(fmod(v, 0.75)), SHOW(fmod(v, 0));
        SHOW(remainder(v, 0.75)), SHOW(ldexp(v, 10)), SHOW(scalbn(v, -1070)), SHOW(logb(v)), SHOW(ilogb(v));
        SHOW(nextafter(v, 1)), SHOW(hypot(v, 3)), SHOW(atan2(v, -1)), SHOW(fmin(v, 1)), SHOW(fmax(v, 1)), SHOW(fdim(v, 1));
        SHOW(copysign(v, -1)), SHOW(fma(v, v, 1)), SHOW(lrint(v)), SHOW(lround(v)), SHOW(sqrtf(v)), SHOW(sinf(v)), SHOW(powf(v, 2));
        SHOW(floorf(v)), SHOW(fmodf(v, 0.7f)), SHOW(expf(v));
        int e, q;
        double whole;
        float fwhole;
        SHOW(frexp(v, &e) + e), SHOW(modf(v, &whole)), SHOW(whole), SHOW(modff(v, &fwhole));
        SHOW(remquo(v, 3, &q)), printf("%d\n", q & 7);
        printf("%d %d %d %d %d\n", isnan(v), isinf(v) != 0, isfinite(v), fpclassify(v), signbit(v) != 0);
    }
    printf("%d\n", fegetround());
    return 0;
}
