// Deeply nested expressions, calls and initialisers.
#include <stdio.h>

static int f(int a, int b) { return a * 31 + b; }
static double g(double a, double b, double c) { return a * b + c; }

#define N2(x) ((x) * 3 + ((x) >> 1))
#define N4(x) N2(N2(x))
#define N8(x) N4(N4(x))
#define OR4(x) ((x) == 1 || (x) == 2 || (x) == 3 || (x) == 4)
#define OR16(x) (OR4(x) || OR4((x) - 10) || OR4((x) - 20) || OR4((x) - 30))

int main(void) {
    volatile unsigned x = 5;
    printf("%u\n", N4(x));
    printf("%u\n", N8(x & 3));
    printf("%d\n", f(f(f(f(1, 2), f(3, 4)), f(f(5, 6), f(7, 8))), f(f(f(9, 10), f(11, 12)), f(f(13, 14), f(15, 16)))));
    printf("%g\n", g(g(1, 2, g(3, 4, 5)), g(g(6, 7, 8), 9, 10), g(11, g(12, 13, 14), g(15, 16, g(17, 18, 19)))));
    for (int i = 0; i < 40; i++)
        putchar(OR16(i) ? '1' : '0');
    putchar('\n');
    int a = 1, b = 2, c = 3, d = 4, e = 5;
    int r = ((((a + b) * (c - d)) / ((e - a) % (b + c) + 1)) << ((d & e) | (a ^ b))) - (((a * b - c * d) + (e << a)) ^ ((~b & 0xff) >> (c - b)));
    printf("%d\n", r);
    r = a ? b ? c ? d ? e ? (a + b + c + d + e) * 2 : 1 : 2 : 3 : 4 : 5;
    printf("%d\n", r);
    r = -(-(-(-(-(~(~(~(int)(!(!(!a))))))))));
    printf("%d\n", r);
    int m[3][3][3] = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {{2, 0, 1}, {1, 2, 0}, {0, 1, 2}}, {{1, 1, 0}, {2, 2, 1}, {0, 0, 2}}};
    printf("%d\n", m[m[1][m[2][0][0]][m[2][1][2]]][m[1][0][2]][m[m[1][2][0]][0][m[1][1][2]] - 1]);
    long total = 0;
    total += (b += c -= 2, b * c) + (d = e = 9) + (a > 0 ? (r > 2 ? (m[0][0][0] < 2 ? 100 : 200) : 300) : 400);
    a++;
    printf("%ld %d %d %d %d %d\n", total, a, b, c, d, e);
    return 0;
}
