// Function pointers: tables, as arguments, results, members, comparisons, casts and back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct { char symbol; binary apply; } operations[] = {{'+', add}, {'-', sub}, {'*', mul}};

static binary find(char symbol) {
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].symbol == symbol)
            return operations[i].apply;
    return NULL;
}

static int fold(const int *list, int n, binary f, int start) {
    for (int i = 0; i < n; i++)
        start = f(start, list[i]);
    return start;
}

static int (*choose(int which))(const char *) { return which ? atoi : (int (*)(const char *))puts; }

struct animal;
struct methods { const char *(*sound)(const struct animal *); void (*grow)(struct animal *, int); };
struct animal { const struct methods *methods; int size; char name[8]; };

static const char *bark(const struct animal *a) { return a->size > 5 ? "WOOF" : "woof"; }
static const char *meow(const struct animal *a) { return a->size > 5 ? "MEOW" : "meow"; }
static void grow(struct animal *a, int by) { a->size += by; }
static void grow_slowly(struct animal *a, int by) { a->size += by / 2; }

static const struct methods dog = {bark, grow}, cat = {meow, grow_slowly};

static void each(struct animal *list, int n, void (*visit)(struct animal *, void *), void *context) {
    for (int i = 0; i < n; i++)
        visit(&list[i], context);
}

static void speak(struct animal *a, void *context) {
    int *count = context;
    printf("%d %s says %s\n", ++*count, a->name, a->methods->sound(a));
    a->methods->grow(a, *count * 3);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int reverse(const void *a, const void *b) { return compare(b, a); }

static void state_a(int n), state_b(int n);
static void (*state)(int) = state_a;
static void state_a(int n) { printf("a%d ", n); if (n % 2) state = state_b; }
static void state_b(int n) { printf("b%d ", n); if (n % 3 == 0) state = state_a; }

int main(void) {
    int list[] = {7, 3, 9, 1, 5};
    for (const char *s = "+-*?"; *s; s++) {
        binary f = find(*s);
        if (f)
            printf("%c %d\n", *s, fold(list, 5, f, 2));
        else
            printf("%c none\n", *s);
    }
    printf("%d\n", choose(1)("123") + choose(1)("4"));
    choose(0)("through puts");
    struct animal zoo[] = {{&dog, 3, "Rex"}, {&cat, 4, "Tom"}, {&dog, 6, "Max"}};
    int count = 0;
    each(zoo, 3, speak, &count);
    each(zoo, 3, speak, &count);
    qsort(list, 5, sizeof *list, compare);
    printf("%d %d %d\n", list[0], list[2], list[4]);
    int (*order[2])(const void *, const void *) = {compare, reverse};
    qsort(list, 5, sizeof *list, order[1]);
    printf("%d %d %d\n", list[0], list[2], list[4]);
    for (int i = 0; i < 10; i++)
        state(i);
    printf("\n%d %d\n", find('+') == add, find('-') == add);
    void (*generic)(void) = (void (*)(void))mul;
    printf("%d %d\n", ((binary)generic)(6, 7), (*********find('*'))(2, 3));
    binary copies[3];
    memcpy(copies, (binary[]){sub, add, mul}, sizeof copies);
    printf("%d\n", copies[0](copies[1](1, 2), copies[2](3, 4)));
    return 0;
}
