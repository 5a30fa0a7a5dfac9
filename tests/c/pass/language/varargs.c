// Variable arguments of every class, more than fit into registers, copied and handed on.
#include <stdarg.h>
#include <stdio.h>

struct pair { long a, b; };
struct three { float a, b, c; };
struct chars { char a, b, c; };
struct big { int a[8]; };

static double all_kinds(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum = sum * 2 + va_arg(ap, int);
        sum += va_arg(ap, double);
        struct pair p = va_arg(ap, struct pair);
        sum += p.a - p.b;
        sum += (double)va_arg(ap, long double);
        sum += *va_arg(ap, char *);
    }
    va_end(ap);
    return sum;
}

static int structs(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct three f = va_arg(ap, struct three);
    struct chars c = va_arg(ap, struct chars);
    struct big s = va_arg(ap, struct big);
    double d = va_arg(ap, double);
    va_end(ap);
    return (int)(f.a + f.c * 10 + c.b * 100 + s.a[7] * 1000 + d);
}

static int through_list(const char *format, va_list list) { return vprintf(format, list); }

static int print(const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = through_list(format, ap) + through_list(format, again);
    va_end(again);
    va_end(ap);
    return n;
}

int main(void) {
    struct pair p = { 30, 4 };
    printf("%g\n", all_kinds(3, 1, 2.5, p, 4.25L, "a", 5, 6.5, p, 8.125L, "b", 9, 10.5, p, -1.0L, "c"));
    struct three f = { 1, 2, 3 };
    struct chars c = { 4, 5, 6 };
    struct big b = { { 0, 0, 0, 0, 0, 0, 0, 7 } };
    printf("%d\n", structs(1, f, c, b, 0.5));
    printf("%d\n", print("%d %s %g %c %Lg %ld %x %d %d %g %g %g %g %g %g %g %g\n", 1, "two", 3.0, '4', 5.0L, 6L, 7, 8, 9,
                         1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5));
    return 0;
}
