// __int128: all operators, conversions, shifts by every amount, passing and returning, printed by hand.
#include <stdint.h>
#include <stdio.h>
#include <stdarg.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(i128 n) {
    char text[45];
    int at = 44, negative = n < 0;
    u128 u = negative ? -(u128)n : (u128)n;
    text[at] = 0;
    do
        text[--at] = (char)('0' + (int)(u % 10));
    while (u /= 10);
    if (negative)
        text[--at] = '-';
    printf("%s ", text + at);
}

static void hex(u128 n) { printf("%016lx%016lx ", (uint64_t)(n >> 64), (uint64_t)n); }

static i128 from(int64_t high, uint64_t low) { return (i128)(((u128)(uint64_t)high << 64) | low); }

static i128 sum(int count, ...) {
    va_list list;
    va_start(list, count);
    i128 total = 0;
    for (int i = 0; i < count; i++)
        total = total * 3 + va_arg(list, i128);
    va_end(list);
    return total;
}

static u128 power(u128 base, unsigned n) {
    u128 r = 1;
    for (; n; n >>= 1, base *= base)
        if (n & 1)
            r *= base;
    return r;
}

struct big { char tag; i128 value; };
static struct big wrap(i128 v) { return (struct big){'w', v}; }
static i128 global = -5, list[] = {1, (i128)1 << 100, -1};

int main(void) {
    i128 samples[] = {0, 1, -1, 10, from(1, 0), from(-1, 5), from(0, ~0ULL), from(INT64_MAX >> 1, ~0ULL), from(12345, 67890)};
    int n = sizeof samples / sizeof *samples;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            i128 a = samples[i], b = samples[j];
            u128 ua = (u128)a, ub = (u128)b;
            show(a / 2 + b / 2);
            show(a / 2 - b / 2);
            hex(ua * ub);
            if (b != 0) {
                show(a / b);
                show(a % b);
                hex(ua / ub);
                hex(ua % ub);
            }
            hex((ua & ub) ^ (ua | ~ub));
            printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, ua < ub, ua >= ub);
        }
    i128 x = from(-0x123456789abcdefLL, 0xfedcba9876543210ULL);
    for (int s = 0; s < 128; s += 9) {
        hex((u128)x << s);
        hex((u128)(x >> s));
        hex((u128)x >> s);
        printf("\n");
    }
    printf("%d %ld %u %d %d\n", (int)x, (long)(x >> 32), (unsigned)x, (char)x, (_Bool)x);
    volatile int m = -7;
    volatile unsigned u = 7u << 29;
    show(m);
    show(u);
    show((i128)m * u * u * u);
    printf("%.17g %.9g %.21Lg\n", (double)x, (float)x, (long double)x);
    volatile double d = -1.5e30;
    volatile float f = 2.5e10f;
    show((i128)d);
    show((i128)f);
    hex((u128)3.0e38);
    printf("\n");
    show(sum(5, (i128)1, (i128)-2, x, (i128)4, (i128)5));
    hex(power(3, 80));
    show(wrap(x).value);
    global *= list[1];
    show(global++);
    show(--global + list[2]);
    printf("\n");
    i128 r;
    int o1 = __builtin_add_overflow(samples[7] * 2, samples[7] * 2, &r);
    int o2 = __builtin_mul_overflow(samples[4], samples[5], &r);
    printf("%d %d %zu\n", o1, o2, sizeof(struct big));
    switch ((int)(x & 15)) {
    case 0: printf("ends in zero\n");
    }
    return 0;
}
