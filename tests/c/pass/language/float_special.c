// NaN, infinities and negative zero: comparisons, propagation, classification.
#include <math.h>
#include <stdio.h>

#define COMPARE(type, a, b)                                                               \
    do {                                                                                  \
        volatile type x = a, y = b;                                                       \
        printf("%d%d%d%d%d%d ", x < y, x <= y, x > y, x >= y, x == y, x != y);            \
        printf("%d%d%d%d%d ", isless(x, y), isgreater(x, y), islessgreater(x, y), isunordered(x, y), !(x < y)); \
        printf("%d ", x ? y ? 3 : 2 : y ? 1 : 0);                                         \
    } while (0)

static const char *class(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    double values[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 4.9e-324};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            COMPARE(double, values[i], values[j]);
            COMPARE(float, (float)values[i], (float)values[j]);
            COMPARE(long double, values[i], values[j]);
            printf("\n");
        }
        printf("%s %d %d %d %d %d\n", class(values[i]), isnan(values[i]) != 0, isinf(values[i]) != 0, isfinite(values[i]) != 0,
               signbit(values[i]) != 0, isnormal(values[i]) != 0);
    }
    volatile double zero = 0, minus = -0.0, inf = INFINITY, nan = NAN;
    printf("%g %g %d\n", 1 / zero, 1 / minus, zero == minus);
    printf("%d %d %d\n", isnan(inf - inf), isnan(zero / zero), isnan(inf * zero));
    printf("%g %g %g\n", inf + 1, -inf * 2, 1 / inf);
    printf("%d %d\n", isnan(nan + 1), nan == nan);
    printf("%g %g\n", -zero, zero - minus);
    printf("%g %g\n", fmin(nan, 3), fmax(2, nan));
    printf("%g %g %g\n", copysign(3, minus), fabs(minus), sqrt(minus));
    float f = -0.0f;
    f += 0.0f;
    printf("%g\n", f);
    volatile long double lz = -0.0L, li = INFINITY;
    printf("%Lg %Lg %Lg\n", lz, 1 / lz, li - 1);
    // max written by hand depends on the order of comparison.
    double best = nan;
    for (int i = 0; i < 6; i++)
        best = values[i] > best ? values[i] : best;
    printf("%d\n", isnan(best));
    best = values[0];
    for (int i = 0; i < 8; i++)
        if (!(values[i] <= best))
            best = values[i];
    printf("%g\n", best);
    int count = 0;
    for (double x = inf; x > 0 && count < 5; x /= 2)
        count++;
    printf("%d\n", count);
    return 0;
}
