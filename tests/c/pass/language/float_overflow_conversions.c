// Conversions out of range are undefined in C; programs still meet them, and then the machine does as
// the x86-64 code that clang makes at -O0.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double samples[] = {1e10, -1e10, 1e20, -1e20, 4294967296.0, -1.0, 3000000000.0, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
    for (int i = 0; i < 10; i++) {
        double d = samples[i];
        float f = (float)d;
        printf("%g: i32 %d u32 %u i64 %ld u64 %lu\n", d, (int32_t)d, (uint32_t)d, (int64_t)d, (uint64_t)d);
        printf("  float: i32 %d u32 %u i64 %ld u64 %lu\n", (int32_t)f, (uint32_t)f, (int64_t)f, (uint64_t)f);
        printf("  small: %d %d %d %d\n", (int8_t)d, (uint8_t)d, (int16_t)d, (uint16_t)d);
        long double l = d;
        printf("  long double: i32 %d u32 %u i64 %ld\n", (int32_t)l, (uint32_t)l, (int64_t)l);
    }
    return 0;
}
