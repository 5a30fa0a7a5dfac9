// flags: -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void)
{
    for (double x = 0.5; x < 12; x += 1.25) {
        printf("%.12g %.12g %.12g %.12g\n", erf(x / 4), erfc(x / 4), tgamma(x), lgamma(x));
        printf("%.11g %.11g %.11g %.11g\n", j0(x), j1(x), y0(x), y1(x));
        printf("%.13g %.13g %.13g %.13g %.13g\n", asinh(x), acosh(x + 1), atanh(1 / (x + 1)), cbrt(x), exp10(x / 3));
    }
    printf("%g %d\n", lgamma(-0.5), signgam);
    printf("%.10g %.10g\n", jn(3, 2.5), yn(2, 3.5));
    double s, c;
    sincos(1.0, &s, &c);
    printf("%.15g %.15g\n", s, c);
    return 0;
}
