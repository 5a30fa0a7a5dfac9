// Arithmetic at every width, signed and unsigned, with the conversions C makes.
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format, a, b)                                                              \
    do {                                                                                      \
        volatile type x = (type)(a), y = (type)(b);                                           \
        printf(#type " %" format " %" format ": ", x, y);                                     \
        printf("%" format " %" format " %" format " ", (type)(x + y), (type)(x - y), (type)(x * y)); \
        if (y != 0)                                                                           \
            printf("%" format " %" format " ", (type)(x / y), (type)(x % y));                 \
        printf("%d%d%d%d %" format " %" format " %" format " %" format "\n", x < y, x <= y, x == y, x != y, \
               (type)(x & y), (type)(x | y), (type)(x ^ y), (type)~x);                        \
    } while (0)

#define SHIFTS(type, format, a)                                                               \
    for (int n = 0; n < (int)sizeof(type) * 8; n += 3) {                                      \
        volatile type x = (type)(a);                                                          \
        printf("%" format " %" format "\n", (type)(x << n), (type)(x >> n));                  \
    }

int main(void) {
    long long samples[] = {0, 1, -1, 2, 7, -7, 100, 127, 128, -128, 255, 256, 32767, -32768, 65535, 2147483647LL, -2147483648LL, 4294967295LL, 123456789012345LL};
    int n = sizeof samples / sizeof *samples;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            SHOW(int8_t, "d", samples[i], samples[j]);
            SHOW(uint8_t, "u", samples[i], samples[j]);
            SHOW(int16_t, "d", samples[i], samples[j]);
            SHOW(uint16_t, "u", samples[i], samples[j]);
            if (!(samples[i] == -2147483648LL && (int)samples[j] == -1))
                SHOW(int32_t, "d", samples[i], samples[j]);
            SHOW(uint32_t, "u", samples[i], samples[j]);
            SHOW(int64_t, "ld", samples[i], samples[j]);
            SHOW(uint64_t, "lu", samples[i], samples[j]);
        }
    SHIFTS(int32_t, "d", -1234567)
    SHIFTS(uint32_t, "u", 0xdeadbeefu)
    SHIFTS(int64_t, "ld", -123456789012345LL)
    SHIFTS(uint64_t, "lu", 0xdeadbeefcafebabeULL)
    SHIFTS(int8_t, "d", -77)
    return 0;
}
