// Function pointers, recursion, callbacks, calls through other types, statement expressions.
#include <setjmp.h>
#include <stdio.h>

typedef int (*unary)(int);
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static unary pick(int x) { return x ? inc : dbl; }
static int apply(unary f, int n, int x) { return n ? apply(f, n - 1, f(x)) : x; }
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static int ackermann(int m, int n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int ternary(int a) { return a > 10 ? a > 20 ? 3 : 2 : a < 0 ? -1 : 0; }
static int old_style(a, b) int a; char b; { return a * b; }
static jmp_buf home;
static void climb(int n) { if (n == 0) longjmp(home, 7); climb(n - 1); }
static inline int max(int a, int b) { return a > b ? a : b; }

int main(void) {
    unary table[] = { inc, dbl, pick(0), *pick(1), &inc };
    int x = 5;
    for (int i = 0; i < 5; i++) x = table[i](x);
    printf("%d %d %d\n", x, apply(dbl, 10, 1), apply(pick(1), 3, 4));
    printf("%d %d %d\n", even(100), odd(100), ackermann(2, 3));
    printf("%d %d %d %d\n", ternary(25), ternary(15), ternary(-4), ternary(4));
    printf("%d %d\n", old_style(6, 7), ((int (*)(long))(void *)inc)(41));
    volatile int tries = 0;
    int status = setjmp(home);
    tries++;
    if (status == 0) climb(20);
    printf("%d %d\n", status, tries);
    printf("%d %d\n", ({ int q = 3; q * q; }), max(max(1, 4), 3));
    int i = 0, n = 0;
    do { if (i == 3) continue; n += i; if (i > 5) break; } while (++i < 10);
    for (int a = 0, b = 10; a < b; a++, b--) n += a & b;
    printf("%d %d %d\n", i, n, (n++, n--, n ?: 4));
    return 0;
}
