// Globals whose initial values are addresses: of functions, array elements, members, each other.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct item { int id; const char *name; int (*apply)(int); struct item *next; };

static int increment(int n) { return n + 1; }
static int square(int n) { return n * n; }
int visible(int n) { return -n; }

static struct item items[];
static int numbers[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *middle = &numbers[5], *end = numbers + 10, *before_end = &numbers[10] - 1;
static struct { char a[3]; struct { short b; int c[4]; } inner; } nested = {"ab", {1, {2, 3, 4, 5}}};
static int *member = &nested.inner.c[2];
static char *character = &nested.a[1];
static const char *const literal = &"hello world"[6];
static const char *same[] = {"x", "y", "x"};
static void *self = &self;
static int **indirect = &middle;
static int (*const table[])(int) = {increment, square, visible, 0};
static uintptr_t as_integer = (uintptr_t)&numbers[3];
static ptrdiff_t distance = (char *)&nested.inner - (char *)&nested;
static struct item items[] = {
    {1, "one", increment, &items[2]},
    {2, "two", square, NULL},
    {3, "three", visible, items + 1},
};
static struct item *volatile head = items;
static const struct { const char *key; const int *value; } map[] = {{"a", &numbers[1]}, {"b", numbers + 7}};
extern int later[3];
static int *forward = &later[1];
int later[3] = {70, 80, 90};
static int (*(*nested_table)[4])(int) = (int (*(*)[4])(int))&table;

int main(void) {
    printf("%d %d %td %d %c\n", *middle, *before_end, end - numbers, *member, *character);
    printf("%s %d %d\n", literal, self == &self, **indirect);
    printf("%s%s%s\n", same[0], same[1], same[2]);
    for (int i = 0; table[i]; i++)
        printf("%d ", table[i](7));
    printf("%d %td\n", *(int *)as_integer, distance);
    for (struct item *i = head; i; i = i->next)
        printf("%d %s %d\n", i->id, i->name, i->apply(i->id + 5));
    for (int i = 0; i < 2; i++)
        printf("%s=%d ", map[i].key, *map[i].value);
    printf("%d %d\n", *forward, forward[1]);
    printf("%d\n", (*nested_table)[1](9));
    numbers[7] = 700;
    *middle = 500;
    middle += 2;
    printf("%d %d %d\n", *map[1].value, numbers[5], **indirect);
    printf("%d %d\n", head == &items[0], head->next - items == 2);
    return 0;
}
