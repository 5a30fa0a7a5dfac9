// _Complex of three precisions: literals, arithmetic, parameters, results, comparison.
#include <stdio.h>

static double _Complex make(double a, double b) { return a + b * 1.0i; }
static float _Complex make_float(float a, float b) { return a + b * 1.0if; }
static long double _Complex make_long(long double a) { return a + 2.0il; }
static double norm(double _Complex z) { return __real__ z * __real__ z + __imag__ z * __imag__ z; }
static float first(float _Complex z) { return __real__ z; }

int main(void) {
    double _Complex z = make(1, 2) * make(3, -1), w = make(4, 3) / make(1, 1);
    printf("%g %g %g %g %g\n", __real__ z, __imag__ z, __real__ w, __imag__ w, norm(z));
    float _Complex f = make_float(1, 2);
    f *= f;
    printf("%g %g %g\n", __real__ f, __imag__ f, first(~f));
    long double _Complex l = make_long(3);
    l = l * l - 1;
    printf("%Lg %Lg\n", __real__ l, __imag__ l);
    printf("%d %d\n", z == make(5, 5), z != make(5, 4));
    double infinity = 1 / __real__ make(0, 0);
    double _Complex far = make(infinity, 1) * make(1, infinity), near = make(1, 1) / make(infinity, 2);
    printf("%g %g %g %g\n", __real__ far, __imag__ far, __real__ near, __imag__ near);
    f = make_float(7, 1) / make_float(2, -3);
    l = make_long(1) / make_long(5);
    printf("%.9g %.9g %.20Lg %.20Lg\n", __real__ f, __imag__ f, __real__ l, __imag__ l);
    printf("%.17g %.17g %g\n", __builtin_powi(1.1, 13), __builtin_powi(1.1, -5), __builtin_powi(3, 0));
    __imag__ z = 9;
    printf("%g %g %zu\n", __real__ z, __imag__ z, sizeof l);
    return 0;
}
