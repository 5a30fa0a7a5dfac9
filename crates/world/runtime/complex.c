// libgcc's functions that the compiler calls for products and quotients of complex numbers. The order
// of operations is part of the result, so it is the one of gcc 12: Smith's method with scaling for
// double and long double, the next wider type for float.
#include <float.h>

#define INFINITE(x) __builtin_isinf(x)
// One or zero with the sign of `x`.
#define UNIT(x, wanted) __builtin_copysignl((wanted) ? 1 : 0, x)

#define PRODUCT(name, type)                                                                          \
    type _Complex name(type a, type b, type c, type d) {                                             \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;               \
        _Bool again = 0;                                                                             \
        if (x != x && y != y) {                                                                      \
            if (INFINITE(a) || INFINITE(b)) {                                                        \
                a = UNIT(a, INFINITE(a)), b = UNIT(b, INFINITE(b)), again = 1;                 \
                c = c != c ? UNIT(c, 0) : c, d = d != d ? UNIT(d, 0) : d;                      \
            }                                                                                        \
            if (INFINITE(c) || INFINITE(d)) {                                                        \
                c = UNIT(c, INFINITE(c)), d = UNIT(d, INFINITE(d)), again = 1;                 \
                a = a != a ? UNIT(a, 0) : a, b = b != b ? UNIT(b, 0) : b;                      \
            }                                                                                        \
            if (!again && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {          \
                a = a != a ? UNIT(a, 0) : a, b = b != b ? UNIT(b, 0) : b, again = 1;           \
                c = c != c ? UNIT(c, 0) : c, d = d != d ? UNIT(d, 0) : d;                      \
            }                                                                                        \
            if (again) {                                                                             \
                x = (type)__builtin_inf() * (a * c - b * d);                                         \
                y = (type)__builtin_inf() * (a * d + b * c);                                         \
            }                                                                                        \
        }                                                                                            \
        type _Complex result;                                                                        \
        __real__ result = x, __imag__ result = y;                                                    \
        return result;                                                                               \
    }

PRODUCT(__mulsc3, float)
PRODUCT(__muldc3, double)
PRODUCT(__mulxc3, long double)

// A quotient that came out as NaN may still be a zero or an infinity.
#define RECOVER(type)                                                                                \
    if (x != x && y != y) {                                                                          \
        if (c == 0 && d == 0 && (a == a || b == b)) {                                                \
            x = (type)__builtin_copysignl(__builtin_infl(), c) * a;                                  \
            y = (type)__builtin_copysignl(__builtin_infl(), c) * b;                                  \
        } else if ((INFINITE(a) || INFINITE(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
            a = UNIT(a, INFINITE(a)), b = UNIT(b, INFINITE(b));                                \
            x = (type)__builtin_inf() * (a * c + b * d);                                             \
            y = (type)__builtin_inf() * (b * c - a * d);                                             \
        } else if ((INFINITE(c) || INFINITE(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
            c = UNIT(c, INFINITE(c)), d = UNIT(d, INFINITE(d));                                \
            x = 0 * (a * c + b * d);                                                                 \
            y = 0 * (b * c - a * d);                                                                 \
        }                                                                                            \
    }                                                                                                \
    type _Complex result;                                                                            \
    __real__ result = x, __imag__ result = y;                                                        \
    return result;

float _Complex __divsc3(float a, float b, float c, float d) {
    double wa = a, wb = b, wc = c, wd = d, norm = wc * wc + wd * wd;
    float x = (float)((wa * wc + wb * wd) / norm), y = (float)((wb * wc - wa * wd) / norm);
    RECOVER(float)
}

// `big` is the part of the divisor with the greater magnitude, `small` the other.
#define SCALE(by) (a *= (by), b *= (by), c *= (by), d *= (by))
#define QUOTIENT(name, type, abs, MAX_, MIN_, EPSILON_)                                              \
    type _Complex name(type a, type b, type c, type d) {                                             \
        const type huge = MAX_ / 2, tiny = MIN_, little = EPSILON_, grow = 1 / EPSILON_;             \
        const type room = huge * little;                                                             \
        _Bool swapped = abs(c) < abs(d);                                                             \
        type x, y, divisor = abs(swapped ? d : c);                                                   \
        if (divisor >= huge)                                                                         \
            SCALE((type)0.5);                                                                        \
        divisor = abs(swapped ? d : c);                                                              \
        if (divisor < little)                                                                        \
            SCALE(grow);                                                                             \
        else if ((abs(a) < tiny && abs(b) < room && divisor < room) || (abs(b) < tiny && abs(a) < room && divisor < room)) \
            SCALE(grow);                                                                             \
        type big = swapped ? d : c, small = swapped ? c : d, ratio = small / big, norm = small * ratio + big; \
        if (swapped) {                                                                               \
            x = (abs(ratio) > tiny ? a * ratio + b : c * (a / d) + b) / norm;                        \
            y = (abs(ratio) > tiny ? b * ratio - a : c * (b / d) - a) / norm;                        \
        } else {                                                                                     \
            x = (abs(ratio) > tiny ? a + b * ratio : a + d * (b / c)) / norm;                        \
            y = (abs(ratio) > tiny ? b - a * ratio : b - d * (a / c)) / norm;                        \
        }                                                                                            \
        RECOVER(type)                                                                                \
    }

QUOTIENT(__divdc3, double, __builtin_fabs, DBL_MAX, DBL_MIN, DBL_EPSILON)
QUOTIENT(__divxc3, long double, __builtin_fabsl, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)
