// Structs as parameters and results: in registers of either kind, in memory, empty.
#include <stdio.h>

struct pair { long a, b; };
struct mixed { double d; int i; };
struct floats { float x, y; };
struct three { float a, b, c; };
struct chars { char a, b, c; };
struct half { float f; int i; };
struct big { int a; double b; char c[20]; };
struct with_long_double { long double x; int y; };
struct empty {};

struct pair make_pair(long x) { struct pair p = { x, x * 2 }; return p; }
struct mixed make_mixed(double d) { struct mixed m = { d, (int)d }; return m; }
struct floats make_floats(float a) { struct floats f = { a, a + 1 }; return f; }
struct three make_three(float x) { struct three f = { x, x + 1, x + 2 }; return f; }
struct chars make_chars(int x) { struct chars c = { x, x + 1, x + 2 }; return c; }
struct half make_half(float f) { struct half x = { f, 9 }; return x; }
struct big make_big(int x) { struct big s = { x, x * 1.5, "hey" }; s.c[5] = x; return s; }
struct with_long_double make_long(long double v) { struct with_long_double l = { v, 3 }; return l; }
struct empty make_empty(struct empty e) { return e; }

long use_pair(struct pair p) { return p.a * 10 + p.b; }
float use_floats(struct floats f) { return f.x * f.y; }
float use_three(struct three f) { return f.a + f.b * f.c; }
int use_chars(struct chars c) { return c.a * 100 + c.b * 10 + c.c; }
long use_big(struct big s) { s.a++; s.c[5]++; return s.a + (long)s.b + s.c[5]; }
long use_many(int a, int b, int c, int d, int e, int f, int g, int h, double i, struct big s, char k, struct pair p) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + (int)i + s.a + k + p.b;
}

int main(void) {
    struct big big = make_big(42);
    printf("%ld %d %d\n", use_big(big), big.a, big.c[5]);
    printf("%ld %g %g %d\n", use_pair(make_pair(7)), use_floats(make_floats(2.5f)), use_three(make_three(2)),
           use_chars(make_chars(1)));
    struct mixed m = make_mixed(3.75);
    struct half h = make_half(2.5f);
    struct with_long_double l = make_long(2.5L);
    printf("%g %d %g %d %Lg %d\n", m.d, m.i, h.f, h.i, l.x, l.y);
    struct empty e;
    e = make_empty(e);
    printf("%zu\n", sizeof e);
    printf("%ld\n", use_many(1, 2, 3, 4, 5, 6, 7, 8, 9.5, big, 'x', make_pair(4)));
    struct big copy = big, *p = &copy;
    *p = *p;
    p->c[0] = 'H';
    printf("%s %s\n", copy.c, big.c);
    return 0;
}
