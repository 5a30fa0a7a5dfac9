// Variadic functions: ints, longs, doubles, pointers, more than fit in registers, va_copy, va_list
// handed on, several lists in one function.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static long sum_ints(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++)
        total = total * 3 + va_arg(list, int);
    va_end(list);
    return total;
}

static double sum_doubles(const char *name, int count, ...) {
    va_list list;
    va_start(list, count);
    double total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, double) * (i + 1);
    va_end(list);
    printf("%s ", name);
    return total;
}

static void mixed(const char *types, ...) {
    va_list list;
    va_start(list, types);
    for (const char *t = types; *t; t++)
        switch (*t) {
        case 'c': printf("c%c ", va_arg(list, int)); break;
        case 'i': printf("i%d ", va_arg(list, int)); break;
        case 'u': printf("u%u ", va_arg(list, unsigned)); break;
        case 'l': printf("l%ld ", va_arg(list, long)); break;
        case 'd': printf("d%g ", va_arg(list, double)); break;
        case 'L': printf("L%Lg ", va_arg(list, long double)); break;
        case 's': printf("s%s ", va_arg(list, const char *)); break;
        case 'p': printf("p%d ", *va_arg(list, int *)); break;
        case 'f': printf("f%d ", va_arg(list, int (*)(int))(20)); break;
        }
    va_end(list);
    printf("\n");
}

static int take_two(va_list list) {
    int a = va_arg(list, int);
    return a * 100 + va_arg(list, int);
}

static void twice(int count, ...) {
    va_list first, second;
    va_start(first, count);
    int head = va_arg(first, int);
    va_copy(second, first);
    long a = 0, b = 0;
    for (int i = 1; i < count; i++)
        a += va_arg(first, int);
    for (int i = 1; i < count; i++)
        b = b * 2 + va_arg(second, int);
    va_end(first);
    va_end(second);
    va_start(first, count);
    int handed = take_two(first);
    int after = va_arg(first, int);
    va_end(first);
    printf("%d %ld %ld %d %d\n", head, a, b, handed, after);
}

static int format(char *out, size_t size, const char *f, ...) {
    va_list list;
    va_start(list, f);
    int n = vsnprintf(out, size, f, list);
    va_end(list);
    return n;
}

static int doubled(int n) { return 2 * n; }

int main(void) {
    printf("%ld %ld %ld\n", sum_ints(0), sum_ints(3, 1, 2, 3), sum_ints(12, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12));
    printf("%g\n", sum_doubles("few", 2, 1.5, 2.5));
    printf("%g\n", sum_doubles("many", 12, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.));
    int n = 7;
    short sh = -3;
    float fl = 0.5f;
    mixed("cilds", 'x', -1, 123456789012L, 2.5, "text");
    mixed("LiLdLs", 1.5L, 1, 2.5L, 3.5, 4.5L, "end");
    mixed("iddiddiddiddiddidd", 1, .1, .2, 2, .3, .4, 3, .5, .6, 4, .7, .8, 5, .9, 1., 6, 1.1, 1.2);
    mixed("pfsuiiiiiiip", &n, doubled, "s", 4000000000u, sh, 'c', 1, 2, 3, 4, 5, &n);
    mixed("dddddddddLdidL", 1., 2., 3., 4., 5., 6., 7., (double)fl, 9., 10.L, 11., 12, 13., 14.L);
    twice(6, 1, 2, 3, 4, 5, 6);
    char buffer[40];
    int length = format(buffer, sizeof buffer, "%d-%s-%.2f-%c", 5, "five", 5.5, '5');
    printf("%d %s\n", length, buffer);
    length = format(buffer, 5, "%s", "truncated");
    printf("%d %s\n", length, buffer);
    void (*pointer)(const char *, ...) = mixed;
    pointer("iiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9);
    return 0;
}
