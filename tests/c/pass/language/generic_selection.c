// Additions of C11: _Generic, _Static_assert, anonymous members, compound literals in macros.
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdnoreturn.h>
#include <string.h>

#define FORMAT(x) _Generic((x), int: "%d\n", unsigned: "%u\n", long: "%ld\n", double: "%g\n", char *: "%s\n", const char *: "%s\n", default: "%p\n")
#define PRINT(x) printf(FORMAT(x), x)
#define MAX(a, b) _Generic((a) + (b), int: max_int, long: max_long, double: max_double)(a, b)
#define LENGTH(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define SUM(...) sum(LENGTH(__VA_ARGS__), (int[]){__VA_ARGS__})
#define NAMED(...) named((struct options){.size = 10, .name = "none", __VA_ARGS__})
#define PICK(_1, _2, _3, name, ...) name
#define OVER1(a) (a)
#define OVER2(a, b) ((a) * (b))
#define OVER3(a, b, c) ((a) * (b) + (c))
#define OVER(...) PICK(__VA_ARGS__, OVER3, OVER2, OVER1, )(__VA_ARGS__)

static int max_int(int a, int b) { return a > b ? a : b; }
static long max_long(long a, long b) { return a > b ? a : b; }
static double max_double(double a, double b) { return a > b ? a : b; }

static int sum(size_t n, const int *list) {
    int total = 0;
    while (n--)
        total += list[n];
    return total;
}

struct options { int size; const char *name; double ratio; };
static void named(struct options o) { printf("%d %s %g\n", o.size, o.name, o.ratio); }

struct value {
    enum { INT, REAL, TEXT } kind;
    union {
        int i;
        double d;
        struct { char text[8]; unsigned char length; };
    };
};

static void show(const struct value *v) {
    switch (v->kind) {
    case INT: PRINT(v->i); break;
    case REAL: PRINT(v->d); break;
    case TEXT: printf("%s/%d\n", v->text, v->length); break;
    }
}

_Static_assert(sizeof(int) == 4, "int");
_Static_assert(offsetof(struct value, i) == 8, "offset");

#define LIST(X) X(red, 1) X(green, 20) X(blue, 300)
enum colour {
#define X(name, value) name = value,
    LIST(X)
#undef X
};
static const char *colour_name(enum colour c) {
    switch (c) {
#define X(name, value) case name: return #name;
        LIST(X)
#undef X
    }
    return "?";
}

int main(void) {
    PRINT(1);
    PRINT(2u);
    PRINT(3L);
    PRINT(4.5);
    PRINT("five");
    PRINT('6');
    printf("%d %ld %g\n", MAX(1, 2), MAX(3L, 2), MAX(1.5, 1));
    printf("%d %zu\n", SUM(1, 2, 3, 4), LENGTH(7, 8));
    NAMED();
    NAMED(.name = "given", .ratio = 0.5);
    NAMED(.size = 3);
    struct value list[] = {{INT, .i = 5}, {REAL, .d = 2.5}, {TEXT, .text = "hello", .length = 5}};
    for (int i = 0; i < 3; i++)
        show(&list[i]);
    printf("%d %d %d\n", OVER(2), OVER(2, 3), OVER(2, 3, 4));
    enum colour all[] = {red, blue, green, (enum colour)5};
    for (int i = 0; i < 4; i++)
        printf("%s ", colour_name(all[i]));
    printf("\n%s %d\n", __func__, __LINE__ > 80);
    return 0;
}
