// float, double and long double arithmetic with exact output, excess precision, rounding, overflow.
#include <float.h>
#include <math.h>
#include <stdio.h>

#define OPERATIONS(type, a, b, show)                        \
    do {                                                    \
        volatile type x = a, y = b;                         \
        printf(show " " show " " show " " show " " show "\n", x + y, x - y, x * y, x / y, -x); \
        x += y;                                             \
        y *= x;                                             \
        printf(show " " show " %d %d\n", x, y, x < y, x == y); \
    } while (0)

static float average(const float *list, int n) {
    float total = 0;
    for (int i = 0; i < n; i++)
        total += list[i];
    return total / n;
}

static double horner(const double *c, int n, double x) {
    double r = 0;
    while (n--)
        r = r * x + c[n];
    return r;
}

static long double series(int n) {
    long double total = 0, term = 1;
    for (int i = 1; i <= n; i++) {
        total += term;
        term /= i;
    }
    return total;
}

int main(void) {
    double samples[] = {0.1, 0.2, 3.0, -7.5, 1e10, 1e-10, 123456.789, -0.0};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            OPERATIONS(float, (float)samples[i], (float)samples[j], "%a");
            OPERATIONS(double, samples[i], samples[j], "%a");
            OPERATIONS(long double, (long double)samples[i], (long double)samples[j] / 3, "%La");
        }
    volatile float big = FLT_MAX, small = FLT_MIN;
    printf("%g %g %g %g\n", big * 2, small / 2, small / 1e9f / 1e9f, (float)(big + 1.0f));
    volatile double dbig = DBL_MAX, dsmall = DBL_TRUE_MIN;
    printf("%g %g %g\n", dbig * 2, dsmall / 2, dsmall * 1.5);
    volatile long double lbig = LDBL_MAX, leps = LDBL_EPSILON;
    printf("%Lg %Lg %La\n", lbig * 2, lbig / 2, 1 + leps);
    volatile float third = 1.0f / 3;
    printf("%a %a %a\n", third, (double)third, third + 1.0 / 3);
    printf("%.17g %.9g\n", 0.1 + 0.2, 0.1f + 0.2f);
    float list[] = {1.1f, 2.2f, 3.3f, 4.4f, 5.5f};
    printf("%a\n", average(list, 5));
    double c[] = {1, -2, 3, -4, 5};
    printf("%.17g %.17g\n", horner(c, 5, 1.1), horner(c, 5, -2.3));
    printf("%.21Lg\n", series(25));
    volatile double x = 5.3, y = -2.1;
    printf("%g %g %g %g %g\n", fmod(x, y), floor(y), ceil(y), trunc(x), fabs(y));
    x++;
    --y;
    printf("%g %g\n", x, y);
    volatile double a = 1e16, b = 1;
    printf("%g %g\n", (a + b) - a, a + (b - a));
    volatile long double la = 1e16L;
    printf("%Lg\n", (la + b) - la);
    return 0;
}
