// Where C leaves the order open, the machine does as the compiled code does.
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
static int log_value(const char *name, int v) {
    printf("%s ", name);
    return v;
}

static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }

struct pair { int a, b; };

static struct pair make(int a, int b) { return (struct pair){a, b}; }
static int array[4];
static int *at(int i) {
    printf("at%d ", i);
    return &array[i];
}

int main(void) {
    printf("%d\n", three(next(), next(), next()));
    int r = three(log_value("a", 1), log_value("b", 2), log_value("c", 3));
    printf("%d\n", r);
    r = log_value("l", 5) + log_value("m", 6) * log_value("n", 7);
    printf("%d\n", r);
    r = log_value("x", 9) - (log_value("y", 8) - log_value("z", 7));
    printf("%d\n", r);
    *at(1) = *at(2) + log_value("rhs", 4);
    *at(log_value("index", 3)) += log_value("add", 2);
    printf("%d %d\n", array[1], array[3]);
    struct pair p = make(next(), next());
    printf("%d %d\n", p.a, p.b);
    int list[] = {next(), next(), next()};
    printf("%d %d %d\n", list[0], list[1], list[2]);
    struct pair q = {.b = next(), .a = next()};
    printf("%d %d\n", q.a, q.b);
    r = (log_value("f", 1), three)(log_value("g", 2), log_value("h", 3), log_value("i", 4));
    printf("%d\n", r);
    r = log_value("cmp1", 3) < log_value("cmp2", 4);
    printf("%d\n", r);
    double d = log_value("d1", 3) / (double)log_value("d2", 4);
    printf("%g\n", d);
    r = array[log_value("i", 1)] + array[log_value("j", 3)];
    printf("%d\n", r);
    printf("%d %d %d\n", next(), next(), next());
    long shift = (long)log_value("s1", 1) << log_value("s2", 40);
    printf("%ld\n", shift);
    return 0;
}
