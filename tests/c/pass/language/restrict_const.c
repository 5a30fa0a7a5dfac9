// restrict, const and static in parameters change nothing visible; arrays decay as C says.
#include <stdio.h>
#include <string.h>

static void add(int n, int *restrict out, const int *restrict a, const int *restrict b) {
    for (int i = 0; i < n; i++)
        out[i] = a[i] + b[i];
}

static int first(const int list[static 3]) { return list[0] * list[1] + list[2]; }
static size_t decays(char text[100]) { return sizeof text; }
static int last(int n, const int list[const n]) { return list[n - 1]; }
static const char *longest(const char *const *list) {
    const char *best = "";
    for (; *list; list++)
        if (strlen(*list) > strlen(best))
            best = *list;
    return best;
}
static int total(const int (*rows)[3], int n) {
    int sum = 0;
    for (const int(*row)[3] = rows; row < rows + n; row++)
        for (int i = 0; i < 3; i++)
            sum = sum * 2 + (*row)[i];
    return sum;
}
static int apply(int f(int), int n) { return f(f(n)); }
static int plus(register const int n) { return n + 7; }

static const int constants[4] = {10, 20, 30, 40};
static const struct { const char *key; int value; } pairs[] = {{"x", 1}, {"yy", 2}, {"zzz", 3}};

int main(void) {
    int a[] = {1, 2, 3, 4}, b[] = {10, 20, 30, 40}, out[4];
    add(4, out, a, b);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    printf("%d %zu %d\n", first(a), decays((char[100]){0}), last(4, b));
    const char *words[] = {"a", "longest", "word", NULL};
    printf("%s\n", longest(words));
    const int rows[][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d\n", total(rows, 2));
    printf("%d\n", apply(plus, 1));
    const int *p = constants;
    int sum = 0;
    while (p != constants + 4)
        sum += *p++;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        sum += (int)strlen(pairs[i].key) * pairs[i].value;
    printf("%d\n", sum);
    char text[] = "mutable";
    char *const fixed = text;
    fixed[0] = 'M';
    const char *view = text;
    view++;
    printf("%s %s\n", text, view);
    return 0;
}
