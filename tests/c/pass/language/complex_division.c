// Complex products and quotients where it matters how: overflow, underflow, infinities, NaN.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#undef CMPLX
#undef CMPLXF
#undef CMPLXL
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#define CMPLXF(re, im) __builtin_complex((float)(re), (float)(im))
#define CMPLXL(re, im) __builtin_complex((long double)(re), (long double)(im))

static double samples[] = {0.0, -0.0, 1.0, -3.0, 0.1, 1e300, -1e-300, 1e160, DBL_MAX, DBL_MIN, 4.9e-324, 2.0e-16};
static double special[] = {0.0, -0.0, 1.0, -2.0, INFINITY, -INFINITY, NAN};

static unsigned long hash = 14695981039346656037UL;

static void mix(long double re, long double im) {
    char text[100];
    int n = snprintf(text, sizeof text, "%La %La", isnan(re) ? 99 : re, isnan(im) ? 99 : im);
    for (int i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211UL;
}

static void all(const double *list, int n) {
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            for (int c = 0; c < n; c++)
                for (int d = 0; d < n; d += 1 + (n > 8)) {
                    double complex x = CMPLX(list[a], list[b]), y = CMPLX(list[c], list[d]), q = x / y, p = x * y;
                    mix(creal(q), cimag(q));
                    mix(creal(p), cimag(p));
                    float complex fx = CMPLXF((float)list[a], (float)list[b]), fy = CMPLXF((float)list[c], (float)list[d]), fq = fx / fy;
                    mix(crealf(fq), cimagf(fq));
                    if ((a + b + c + d) % 4 == 0) {
                        long double complex lx = CMPLXL(list[a], list[b]), ly = CMPLXL(list[c], list[d]), lq = lx / ly, lp = lx * ly;
                        mix(creall(lq), cimagl(lq));
                        mix(creall(lp), cimagl(lp));
                    }
                }
            printf("%016lx\n", hash);
        }
}

int main(void) {
    double complex q = CMPLX(3, 4) / CMPLX(1.5, -2.5);
    printf("%a %a\n", creal(q), cimag(q));
    q = CMPLX(1, 1) / CMPLX(1e-320, 3e-310);
    printf("%a %a\n", creal(q), cimag(q));
    long double complex l = CMPLXL(1, 2) / CMPLXL(3, 7);
    printf("%La %La\n", creall(l), cimagl(l));
    all(special, sizeof special / sizeof *special);
    all(samples, sizeof samples / sizeof *samples);
    return 0;
}
