// Arithmetic that reports overflow, with operands and results of different widths and signs.
#include <stdio.h>

int main(void) {
    int i; long l; unsigned u; unsigned long ul; signed char c; short s;
    int o;
    o = __builtin_add_overflow(2147483647, 1, &i); printf("%d %d\n", o, i);
    o = __builtin_add_overflow(2147483646, 1, &i); printf("%d %d\n", o, i);
    o = __builtin_mul_overflow(1L << 62, 4L, &l); printf("%d %ld\n", o, l);
    o = __builtin_mul_overflow(-3L, 4L, &l); printf("%d %ld\n", o, l);
    o = __builtin_sub_overflow(1u, 2u, &u); printf("%d %u\n", o, u);
    o = __builtin_add_overflow(~0ul, -1L, &l); printf("%d %ld\n", o, l);
    o = __builtin_add_overflow(~0ul, -1L, &ul); printf("%d %lu\n", o, ul);
    o = __builtin_mul_overflow(~0ul, 3l, &i); printf("%d %d\n", o, i);
    o = __builtin_add_overflow(100, 27, &c); printf("%d %d\n", o, c);
    o = __builtin_add_overflow(100, 28, &c); printf("%d %d\n", o, c);
    o = __builtin_sub_overflow(-30000, 5000, &s); printf("%d %d\n", o, s);
    o = __builtin_mul_overflow(65536u, 65536u, &ul); printf("%d %lu\n", o, ul);
    o = __builtin_sadd_overflow(i, i, &i); printf("%d %d\n", o, i);
    o = __builtin_usubl_overflow(3, 4, &ul); printf("%d %lu\n", o, ul);
    printf("%u %u %d %d\n", __builtin_elementwise_add_sat(4000000000u, 500000000u), __builtin_elementwise_sub_sat(3u, 5u),
           __builtin_elementwise_add_sat(2000000000, 2000000000), __builtin_elementwise_sub_sat(-2000000000, 2000000000));
    printf("%d %d\n", __builtin_elementwise_max(-3, 2), __builtin_elementwise_min(-3, 2));
    return 0;
}
