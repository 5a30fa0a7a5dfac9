/* Integer powers, which the compiler calls by these names: libgcc's order of multiplications. */

#define POWER(name, type)                                                                       \
    type name(type x, int exponent)                                                             \
    {                                                                                           \
        unsigned n = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;                   \
        type result = n & 1 ? x : 1;                                                            \
        while (n >>= 1) {                                                                       \
            x *= x;                                                                             \
            if (n & 1)                                                                          \
                result *= x;                                                                    \
        }                                                                                       \
        return exponent < 0 ? 1 / result : result;                                              \
    }

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)
