// flags: -lm
#include <complex.h>
#include <stdio.h>

int main(void)
{
    double complex z = 3.0 + 4.0 * I, w = cexp(I * 1.0) * csqrt(z);
    float complex f = 1.0f - 2.0f * I;
    printf("%.10g %.10g %.10g\n", cabs(z), carg(z), cabs(w));
    printf("%.6g %.6g\n", crealf(cexpf(f)), cimagf(conjf(f)));
    double complex p = cpow(z, 2.0);
    printf("%.8f %.8f\n", creal(p), cimag(p));
    printf("%.10g %.10g\n", creal(clog(z)), cimag(csin(z)));
    return 0;
}
