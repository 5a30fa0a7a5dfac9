<<<<<<< HEAD
// What the compiler calls for products and quotients of complex numbers: libgcc's functions. The order
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
=======
/* Multiplication and division of complex numbers and integer powers, which the compiler calls by
   these names. Infinities that come out as NaN are restored as annex G of C11 wants it; division
   scales its operands so that no intermediate result overflows where the quotient does not. */
#include <float.h>

#define COPYSIGN(x, sign) ((sign) < 0 || 1 / (sign) < 0 ? -(x) : (x))
#define IS_NAN(x) ((x) != (x))
#define IS_INF(x) (!IS_NAN(x) && IS_NAN((x) - (x)))
#define IS_FINITE(x) (!IS_NAN((x) - (x)))
#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))
/* An infinite part counts as one, any other as zero; the sign is kept. */
#define BOXED(x, T) COPYSIGN((T)(IS_INF(x) ? 1 : 0), x)
#define ZERO_IF_NAN(x, T) (IS_NAN(x) ? COPYSIGN((T)0, x) : (x))

#define MULTIPLY(name, T)                                                                       \
    T _Complex name(T a, T b, T c, T d)                                                         \
    {                                                                                           \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                       \
        T _Complex z;                                                                           \
        __real__ z = ac - bd;                                                                   \
        __imag__ z = ad + bc;                                                                   \
        if (!IS_NAN(__real__ z) || !IS_NAN(__imag__ z))                                         \
            return z;                                                                           \
        int again = 0;                                                                          \
        if (IS_INF(a) || IS_INF(b)) {                                                           \
            a = BOXED(a, T), b = BOXED(b, T);                                                   \
            c = ZERO_IF_NAN(c, T), d = ZERO_IF_NAN(d, T);                                       \
            again = 1;                                                                          \
        }                                                                                       \
        if (IS_INF(c) || IS_INF(d)) {                                                           \
            c = BOXED(c, T), d = BOXED(d, T);                                                   \
            a = ZERO_IF_NAN(a, T), b = ZERO_IF_NAN(b, T);                                       \
            again = 1;                                                                          \
        }                                                                                       \
        if (!again && (IS_INF(ac) || IS_INF(bd) || IS_INF(ad) || IS_INF(bc))) {                 \
            a = ZERO_IF_NAN(a, T), b = ZERO_IF_NAN(b, T);                                       \
            c = ZERO_IF_NAN(c, T), d = ZERO_IF_NAN(d, T);                                       \
            again = 1;                                                                          \
        }                                                                                       \
        if (again) {                                                                            \
            __real__ z = (T)__builtin_inf() * (a * c - b * d);                                  \
            __imag__ z = (T)__builtin_inf() * (a * d + b * c);                                  \
        }                                                                                       \
        return z;                                                                               \
    }

/* What is left to do when both parts of a quotient are NaN. */
#define RESTORE(name, T)                                                                        \
    static T _Complex name(T _Complex z, T a, T b, T c, T d)                                    \
    {                                                                                           \
        if (!IS_NAN(__real__ z) || !IS_NAN(__imag__ z))                                         \
            return z;                                                                           \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                   \
            T infinity = COPYSIGN((T)__builtin_inf(), c);                                       \
            __real__ z = infinity * a;                                                          \
            __imag__ z = infinity * b;                                                          \
        } else if ((IS_INF(a) || IS_INF(b)) && IS_FINITE(c) && IS_FINITE(d)) {                  \
            a = BOXED(a, T), b = BOXED(b, T);                                                   \
            __real__ z = (T)__builtin_inf() * (a * c + b * d);                                  \
            __imag__ z = (T)__builtin_inf() * (b * c - a * d);                                  \
        } else if ((IS_INF(c) || IS_INF(d)) && IS_FINITE(a) && IS_FINITE(b)) {                  \
            c = BOXED(c, T), d = BOXED(d, T);                                                   \
            __real__ z = 0 * (a * c + b * d);                                                   \
            __imag__ z = 0 * (b * c - a * d);                                                   \
        }                                                                                       \
        return z;                                                                               \
    }

/* Smith's method: dividing by the larger part first keeps everything in range. */
#define DIVIDE(name, restore, T, BIG, SMALL, SCALE)                                             \
    T _Complex name(T a, T b, T c, T d)                                                         \
    {                                                                                           \
        T a0 = a, b0 = b, c0 = c, d0 = d;                                                       \
        int swapped = MAGNITUDE(c) < MAGNITUDE(d);                                              \
        T larger = swapped ? MAGNITUDE(d) : MAGNITUDE(c);                                       \
        if (larger >= BIG)                                                                      \
            a /= 2, b /= 2, c /= 2, d /= 2;                                                     \
        if (larger < SMALL)                                                                     \
            a *= SCALE, b *= SCALE, c *= SCALE, d *= SCALE;                                     \
        T _Complex z;                                                                           \
        T ratio = swapped ? c / d : d / c;                                                      \
        T divisor = swapped ? c * ratio + d : d * ratio + c;                                    \
        int tiny = MAGNITUDE(ratio) <= SMALL;                                                   \
        if (swapped) {                                                                          \
            __real__ z = ((tiny ? c * (a / d) : a * ratio) + b) / divisor;                      \
            __imag__ z = ((tiny ? c * (b / d) : b * ratio) - a) / divisor;                      \
        } else {                                                                                \
            __real__ z = (a + (tiny ? d * (b / c) : b * ratio)) / divisor;                      \
            __imag__ z = (b - (tiny ? d * (a / c) : a * ratio)) / divisor;                      \
        }                                                                                       \
        return restore(z, a0, b0, c0, d0);                                                      \
    }

#define POWER(name, T)                                                                          \
    T name(T x, int exponent)                                                                   \
    {                                                                                           \
        unsigned n = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;                   \
        T result = n & 1 ? x : 1;                                                               \
        while (n >>= 1) {                                                                       \
            x *= x;                                                                             \
            if (n & 1)                                                                          \
                result *= x;                                                                    \
        }                                                                                       \
        return exponent < 0 ? 1 / result : result;                                              \
    }

MULTIPLY(__mulsc3, float)
MULTIPLY(__muldc3, double)
MULTIPLY(__mulxc3, long double)

RESTORE(restore_float, float)
RESTORE(restore_double, double)
RESTORE(restore_long, long double)

DIVIDE(__divdc3, restore_double, double, DBL_MAX / 2, DBL_MIN, 1 / DBL_EPSILON)
DIVIDE(__divxc3, restore_long, long double, LDBL_MAX / 2, LDBL_MIN, 1 / LDBL_EPSILON)

/* In double no product of two floats overflows. */
float _Complex __divsc3(float a, float b, float c, float d)
{
    double squares = (double)c * c + (double)d * d;
    float _Complex z;
    __real__ z = (float)(((double)a * c + (double)b * d) / squares);
    __imag__ z = (float)(((double)b * c - (double)a * d) / squares);
    return restore_float(z, a, b, c, d);
}

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)
>>>>>>> f18f938 (Complex division, multiplication with infinities and integer powers, bit for bit as libgcc's)
