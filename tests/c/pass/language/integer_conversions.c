// Every integer type converted to every other, through variables the compiler may not fold.
#include <stdint.h>
#include <stdio.h>

#define TO(type, from) printf(" %lld", (long long)(type)(from))

#define FROM(type, value)                 \
    do {                                  \
        volatile type from = (type)(value); \
        printf("%-14s %lld:", #type, (long long)from); \
        TO(int8_t, from);                 \
        TO(uint8_t, from);                \
        TO(int16_t, from);                \
        TO(uint16_t, from);               \
        TO(int32_t, from);                \
        TO(uint32_t, from);               \
        TO(int64_t, from);                \
        printf(" %llu", (unsigned long long)(uint64_t)from); \
        printf(" %d\n", (_Bool)from);     \
    } while (0)

static int promoted(signed char a, unsigned char b, short c, unsigned short d) {
    return a + b + c + d;
}

int main(void) {
    long long samples[] = {0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535, -65536, 2147483648LL,
                           -2147483649LL, 4294967296LL, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        FROM(int8_t, samples[i]);
        FROM(uint8_t, samples[i]);
        FROM(int16_t, samples[i]);
        FROM(uint16_t, samples[i]);
        FROM(int32_t, samples[i]);
        FROM(uint32_t, samples[i]);
        FROM(int64_t, samples[i]);
        FROM(uint64_t, samples[i]);
        FROM(_Bool, samples[i]);
        printf("%d\n", promoted((signed char)samples[i], (unsigned char)samples[i], (short)samples[i],
                                (unsigned short)samples[i]));
    }
    // The usual arithmetic conversions decide these comparisons.
    volatile int minus = -1;
    volatile unsigned one = 1;
    volatile long wide = -1;
    volatile unsigned char byte = 255;
    volatile signed char small = -1;
    printf("%d %d %d %d %d\n", minus < one, wide < one, byte == small, (unsigned char)small == byte,
           minus + byte < 0);
    volatile unsigned short us = 65535;
    printf("%d %u\n", us + 1, (unsigned)(us * 2u));
    printf("%d %d\n", (int)(unsigned char)(byte + 1), ~byte);
    // Compound assignment converts back.
    unsigned char c = 250;
    c += 10;
    short s = 32000;
    s = (short)(s + 1000);
    signed char sc = 100;
    sc = (signed char)(sc * 3);
    printf("%d %d %d\n", c, s, sc);
    c <<= 3;
    s >>= 2;
    sc ^= 0x55;
    printf("%d %d %d\n", c, s, sc);
    return 0;
}
