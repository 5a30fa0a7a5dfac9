// Structs with floats, doubles, pointers and long doubles by value: eightbytes of class INTEGER, SSE,
// X87 and MEMORY, alone and when registers run out.
#include <stdio.h>

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct f4 { float a[4]; };
struct d1 { double a; };
struct d2 { double a, b; };
struct d3 { double a, b, c; };
struct fi { float a; int b; };
struct id { int a; double b; };
struct di { double a; char b; };
struct ffi { float a, b; int c; };
struct ld { long double a; };
struct ldi { long double a; int b; };
struct pf { const char *p; float f; };
struct nested { struct f2 f; struct { short s; char c; } i; };
union both { double d; long l; };
struct with_union { union both u; int n; };
struct empty_array { int n; int rest[]; };

static struct f1 f1(struct f1 x) { x.a *= 2; return x; }
static struct f2 f2(struct f2 x) { return (struct f2){x.b, x.a + 1}; }
static struct f3 f3(struct f3 x) { return (struct f3){x.c, x.a, x.b}; }
static struct f4 f4(struct f4 x) { x.a[1] = x.a[0] + x.a[3]; return x; }
static struct d1 d1(struct d1 x) { return (struct d1){-x.a}; }
static struct d2 d2(struct d2 x) { return (struct d2){x.b, x.a / 2}; }
static struct d3 d3(struct d3 x) { return (struct d3){x.b, x.c, x.a}; }
static struct fi fi(struct fi x) { return (struct fi){(float)x.b, (int)x.a}; }
static struct id id(struct id x) { return (struct id){(int)x.b, x.a}; }
static struct di di(struct di x) { return (struct di){x.b, (char)x.a}; }
static struct ffi ffi(struct ffi x) { return (struct ffi){x.b, x.a, x.c + 1}; }
static struct ld ld(struct ld x) { return (struct ld){x.a * x.a}; }
static struct ldi ldi(struct ldi x) { return (struct ldi){x.a + x.b, x.b * 2}; }
static struct pf pf(struct pf x) { return (struct pf){x.p + 1, x.f * 3}; }
static struct nested nested(struct nested x) { x.f.b += x.i.s; x.i.c++; return x; }
static struct with_union wu(struct with_union x) { x.u.l += 1; x.n = -x.n; return x; }

// Six integer and eight float registers are soon used up.
static double many(struct d2 a, int i, struct id b, struct ffi c, long j, struct d2 d, struct id e, double k,
                   struct pf g, struct ldi h, struct d2 l, int m, struct d2 n, struct id o) {
    printf("%g %g %d %d %g %g %g %d %ld %g %g %d %g %g %s %g %Lg %d %g %g %d %g %g %d %g\n", a.a, a.b, i, b.a, b.b, c.a,
           c.b, c.c, j, d.a, d.b, e.a, e.b, k, g.p, g.f, h.a, h.b, l.a, l.b, m, n.a, n.b, o.a, o.b);
    return a.a + i + b.b + c.c + j + d.b + e.a + k + g.f + (double)h.a + l.a + m + n.b + o.b;
}

int main(void) {
    printf("%g\n", f1((struct f1){1.5f}).a);
    struct f2 r2 = f2(f2((struct f2){1, 2}));
    printf("%g %g\n", r2.a, r2.b);
    struct f3 r3 = f3((struct f3){1, 2, 3});
    printf("%g %g %g\n", r3.a, r3.b, r3.c);
    struct f4 r4 = f4((struct f4){{1, 2, 3, 4}});
    printf("%g %g %g %g\n", r4.a[0], r4.a[1], r4.a[2], r4.a[3]);
    printf("%g\n", d1((struct d1){3.25}).a);
    struct d2 rd2 = d2((struct d2){5, 6});
    printf("%g %g\n", rd2.a, rd2.b);
    struct d3 rd3 = d3((struct d3){5, 6, 7});
    printf("%g %g %g\n", rd3.a, rd3.b, rd3.c);
    struct fi rfi = fi((struct fi){9.75f, -4});
    printf("%g %d\n", rfi.a, rfi.b);
    struct id rid = id((struct id){3, 8.5});
    printf("%d %g\n", rid.a, rid.b);
    struct di rdi = di((struct di){65.9, 'z'});
    printf("%g %c\n", rdi.a, rdi.b);
    struct ffi rffi = ffi((struct ffi){1.25f, 2.5f, 41});
    printf("%g %g %d\n", rffi.a, rffi.b, rffi.c);
    printf("%.20Lg\n", ld((struct ld){1.1L}).a);
    struct ldi rldi = ldi((struct ldi){0.1L, 7});
    printf("%.20Lg %d\n", rldi.a, rldi.b);
    struct pf rpf = pf((struct pf){"xyz", 0.5f});
    printf("%s %g\n", rpf.p, rpf.f);
    struct nested rn = nested((struct nested){{1, 2}, {300, 'a'}});
    printf("%g %g %d %c\n", rn.f.a, rn.f.b, rn.i.s, rn.i.c);
    struct with_union rw = wu((struct with_union){{.d = 1.0}, 5});
    printf("%.17g %d\n", rw.u.d, rw.n);
    double total = many((struct d2){1, 2}, 3, (struct id){4, 5}, (struct ffi){6, 7, 8}, 9, (struct d2){10, 11},
                        (struct id){12, 13}, 14, (struct pf){"p", 15}, (struct ldi){16, 17}, (struct d2){18, 19}, 20,
                        (struct d2){21, 22}, (struct id){23, 24});
    printf("%g %zu\n", total, sizeof(struct empty_array));
    return 0;
}
