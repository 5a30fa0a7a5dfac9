// Comma, ternary chains, short circuit with side effects, precedence, assignments as values.
// Warnings are expected, because this tests precedence.
#include <stdio.h>

static int trace_count;
static char trace[512];

static int t(char name, int value) {
    trace[trace_count++] = name;
    return value;
}

static void flush(const char *what, int result) {
    trace[trace_count] = 0;
    printf("%s: %d [%s]\n", what, result, trace);
    trace_count = 0;
}

static const char *size(int n) {
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : n < 1000 ? "large" : "huge";
}

static int choose(int a, int b, int c) {
    return a ? b ? c ? 7 : 6 : c ? 5 : 4 : b ? c ? 3 : 2 : c ? 1 : 0;
}

int main(void) {
    flush("and", t('a', 1) && t('b', 0) && t('c', 1));
    flush("or", t('a', 0) || t('b', 2) || t('c', 1));
    flush("mixed", (t('a', 0) && t('b', 1)) || (t('c', 1) && !t('d', 0)));
    flush("not", !(t('a', 0) || !t('b', 1)));
    flush("ternary", t('a', 0) ? t('b', 1) : t('c', 2) ? t('d', 3) : t('e', 4));
    flush("comma", (t('a', 1), t('b', 2), t('c', 3)));
    flush("nested", (t('a', 1) ? t('b', 0) || t('c', 5) : t('d', 1)) + (t('e', 0) && t('f', 1)));
    int x = 3, y = 4, z;
    z = x = y + 1;
    printf("%d %d %d\n", x, y, z);
    z = (x++, y += x, x * y);
    printf("%d %d %d\n", x, y, z);
    x += y -= z /= 3;
    printf("%d %d %d\n", x, y, z);
    printf("%d %d %d %d\n", 1 + 2 * 3 << 1 & 0xff, 7 & 3 == 3, 1 | 2 ^ 3 & 4, -5 / 2 * 2 + -5 % 2);
    printf("%d %d\n", x < y == 0, !x == y);
    for (int i = -1; i < 2000; i = i * 5 + 6)
        printf("%s ", size(i));
    printf("\n");
    for (int i = 0; i < 8; i++)
        printf("%d", choose(i & 4, i & 2, i & 1));
    printf("\n");
    int list[] = {5, 6, 7, 8}, *p = list;
    printf("%d ", *p++);
    printf("%d ", ++*p);
    printf("%d ", (*p)++);
    printf("%d ", *++p);
    printf("%d ", *p--);
    printf("%d %td\n", p[1], p - list);
    int i = 0;
    list[i++] = i == 1 ? 50 : 0;
    i = list[0] > 10 && (i = 3, i > 2);
    printf("%d %d %d\n", i, 2[list], *(list + 3));
    printf("%d %d %d %d\n", sizeof(char) == 1, (int)sizeof(x++), x, (int)sizeof list);
    const char *s = x > 0 ? "positive" : NULL;
    void *v = x ? (void *)&x : NULL;
    printf("%s %d\n", s ?: "none", v == &x);
    int zero = 0, elvis = zero ?: t('g', 9) ?: t('h', 8);
    flush("elvis", elvis);
    double d = x > 0 ? 1 : 2.5;
    unsigned u = x ? -1 : 0u;
    long mixed = x ? -1 : 0u;
    printf("%g %u %ld\n", d, u, mixed);
    printf("%d\n", (x = 5, y = 6, x > y) ? x : (x ^= y, y ^= x, x ^= y, x * 10 + y));
    return 0;
}
