// Floating-point directives, double and long double, exactly.
#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *const flags[] = {"", "-", "+", " ", "#", "0", "+0", "#0"};
static const char *const counts[] = {"", "12", ".0", ".1", ".3", "20.10", "30.", ".20"};

int main(void) {
    char format[64];
    const double values[] = {0.0,   -0.0,   1.0,     0.5,      1.5,      2.5,      0.1,       -3.14159,  1e10,
                             1e-10, 1e100,  1e-100,  123456.7, 999999.5, 0.00012345, 9.9995, DBL_MAX, DBL_MIN,
                             5e-324, 1.0 / 3, 100000, 1000000, INFINITY, -INFINITY, 0.045, 1e15, 1e16, 1e17};
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (const char *letter = "eEfFgGaA"; *letter; letter++) {
                for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                    snprintf(format, sizeof format, "%%%s%s%c|", flags[f], counts[c], *letter);
                    printf(format, values[v]);
                    snprintf(format, sizeof format, "%%%s%sL%c|", flags[f], counts[c], *letter);
                    printf(format, (long double)values[v] / 3);
                }
                putchar('\n');
            }
    printf("%f %F %e %g %010f|%-10g|\n", NAN, NAN, NAN, NAN, NAN, NAN);
    printf("%.3000Lf\n%.50Le\n", LDBL_MIN, LDBL_MAX);
    printf("%Lg %Lg %La %La\n", LDBL_MAX, LDBL_MIN, LDBL_MAX, LDBL_MIN);
    printf("%.1000f\n", 5e-324);
    printf("%f\n%.0f\n", DBL_MAX, DBL_MAX);
    float small = 1.1f;
    printf("%f %.9g %a\n", small, small, small);
    return 0;
}
