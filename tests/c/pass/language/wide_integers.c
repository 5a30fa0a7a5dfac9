// __int128 and _BitInt: arithmetic, shifts, comparisons, conversions, in memory and in calls.
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 x) { printf("%016lx%016lx\n", (unsigned long)(x >> 64), (unsigned long)x); }
static u128 multiply(unsigned long a, unsigned long b) { return (u128)a * b; }
static i128 global = ((i128)1 << 100) - 7;
static i128 table[3] = { 1, -1, (i128)5 << 70 };
static _BitInt(37) odd(_BitInt(37) x) { return x * 3 - 100; }
static unsigned _BitInt(100) odd_wide(unsigned _BitInt(100) x) { return x * x + 7; }

int main(void) {
    i128 n = -((i128)7 << 70);
    show(multiply(~0ul, ~0ul - 5));
    show(n / 3); show(n % 1000003); show((u128)n >> 3); show(n >> 65); show(n << 9); show(~n); show(n ^ global);
    show((u128)n / 12345); show((u128)n % 12345); show(-n * n); show(global++); show(global);
    printf("%d %d %d %d\n", n < 0, (u128)n < 5, n == global, n != -n);
    printf("%g %g\n", (double)n, (double)(u128)n);
    show((i128)-1.5e30); show((u128)3e38); show((i128)1e25f);
    for (int i = 0; i < 3; i++) { table[i] *= i + 3; show(table[i]); }
    printf("%d %d\n", (int)n, (char)(n >> 70));
    printf("%ld\n", (long)odd(((_BitInt(37))1 << 35) + 5));
    unsigned _BitInt(100) w = odd_wide(((unsigned _BitInt(100))1 << 60) + 9);
    show(w);
    i128 big, sum;
    printf("%d\n", __builtin_mul_overflow(global, global, &big));
    printf("%d\n", __builtin_add_overflow(global, (i128)1, &sum));
    show(big); show(sum);
    return 0;
}
