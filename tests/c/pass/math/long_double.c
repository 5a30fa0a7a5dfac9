// flags: -lm
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SHOW(call) (errno = 0, printf("%s = %La %d\n", #call, (long double)(call), errno))

int main(void)
{
    volatile long double x[] = {0.0L, -0.0L, 0.5L, -1.5L, 2.5L, 10.25L, 1e4000L, 1e-4940L, INFINITY, -INFINITY};
    for (int i = 0; i < 10; i++) {
        volatile long double v = x[i];
        SHOW(sqrtl(v)), SHOW(floorl(v)), SHOW(ceill(v)), SHOW(truncl(v)), SHOW(roundl(v)), SHOW(rintl(v)), SHOW(fabsl(v));
        SHOW(fmodl(v, 0.75L)), SHOW(remainderl(v, 0.75L)), SHOW(ldexpl(v, 10)), SHOW(scalbnl(v, -16000)), SHOW(logbl(v));
        SHOW(ilogbl(v)), SHOW(nextafterl(v, 1)), SHOW(fminl(v, 1)), SHOW(fmaxl(v, 1)), SHOW(fdiml(v, 1)), SHOW(copysignl(v, -1));
        SHOW(fmal(v, v, 1)), SHOW(lrintl(v)), SHOW(lroundl(v));
        int e;
        long double whole;
        SHOW(frexpl(v, &e) + e), SHOW(modfl(v, &whole)), SHOW(whole);
        printf("%d %d %d %d %d\n", isnan(v), isinf(v) != 0, isfinite(v), fpclassify(v), signbit(v) != 0);
    }
    printf("%.18Lg %.18Lg %.18Lg\n", expl(1), logl(10), powl(2, 0.5L));
    return 0;
}
