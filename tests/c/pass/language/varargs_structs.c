// Structs through `...`: in registers, split over both kinds, in memory when registers are used up.
#include <stdarg.h>
#include <stdio.h>

struct one { char c; };
struct pair { int a, b; };
struct two { long a, b; };
struct floats { float x, y; };
struct doubles { double x, y; };
struct blend { double x; long n; };
struct blend2 { int n; float f; double d; };
struct big { long v[5]; };
struct extended { long double v; int n; };
struct odd { char c[3]; };
struct twelve { int v[3]; };
struct __attribute__((aligned(32))) wide { int v; };

static double walk(const char *types, ...) {
    va_list list;
    double total = 0;
    va_start(list, types);
    for (const char *t = types; *t; t++) {
        double here = 0;
        switch (*t) {
        case '1': here = va_arg(list, struct one).c; break;
        case 'p': { struct pair v = va_arg(list, struct pair); here = v.a * 10 + v.b; break; }
        case 't': { struct two v = va_arg(list, struct two); here = v.a * 10 + v.b; break; }
        case 'f': { struct floats v = va_arg(list, struct floats); here = v.x * 10 + v.y; break; }
        case 'd': { struct doubles v = va_arg(list, struct doubles); here = v.x * 10 + v.y; break; }
        case 'm': { struct blend v = va_arg(list, struct blend); here = v.x * 10 + v.n; break; }
        case 'n': { struct blend2 v = va_arg(list, struct blend2); here = v.n * 100 + v.f * 10 + v.d; break; }
        case 'b': { struct big v = va_arg(list, struct big); here = v.v[0] * 10 + v.v[4]; break; }
        case 'x': { struct extended v = va_arg(list, struct extended); here = (double)v.v * 10 + v.n; break; }
        case 'o': { struct odd v = va_arg(list, struct odd); here = v.c[0] * 100 + v.c[1] * 10 + v.c[2]; break; }
        case '3': { struct twelve v = va_arg(list, struct twelve); here = v.v[0] * 100 + v.v[1] * 10 + v.v[2]; break; }
        case 'w': here = va_arg(list, struct wide).v; break;
        case 'i': here = va_arg(list, int); break;
        case 'D': here = va_arg(list, double); break;
        }
        printf("%c=%g ", *t, here);
        total = total * 1.5 + here;
    }
    va_end(list);
    printf("-> %g\n", total);
    return total;
}

int main(void) {
    struct one o = {65};
    struct pair p = {1, 2};
    struct two t = {3, 4};
    struct floats f = {0.5f, 1.5f};
    struct doubles d = {2.5, 3.5};
    struct blend m = {4.5, 6};
    struct blend2 n = {7, 0.25f, 8.5};
    struct big b = {{1, 2, 3, 4, 9}};
    struct extended x = {1.25L, 3};
    struct odd od = {{1, 2, 3}};
    struct twelve tw = {{4, 5, 6}};
    struct wide w = {77};
    walk("1ptfdmnbxo3", o, p, t, f, d, m, n, b, x, od, tw);
    walk("iiiitt", 1, 2, 3, 4, t, t);
    walk("iiiiitippi", 1, 2, 3, 4, 5, t, 6, p, p, 7);
    walk("DDDDDDDdfDmi", 1., 2., 3., 4., 5., 6., 7., d, f, 8., m, 9);
    walk("bibxiw3oi", b, 1, b, x, 2, w, tw, od, 3);
    walk("nnnnnn", n, n, n, n, n, n);
    walk("ddddd", d, d, d, d, d);
    walk("iwiwi", 1, w, 2, w, 3);
    walk("mmmmmmmm", m, m, m, m, m, m, m, m);
    return 0;
}
