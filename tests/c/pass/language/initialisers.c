// Initial values of globals: nested, designated, with addresses, packed, flexible, wide.
#include <stdio.h>
#include <wchar.h>

struct node { int value; struct node *next; char name[6]; };
static struct node third = { 3, 0, "c" };
struct node list[2] = { { 1, &list[1], "first" }, { .next = &third, .value = 2 } };
int grid[3][4] = { { 1, 2, 3, 4 }, { 5, 6 }, { [3] = 7 } };
int *inside = &grid[1][1], (*row)[4] = &grid[2];
const char *text = "hello" + 1, *const words[] = { "abc", "bcd" + 1 };
union { int i; float f; char c[8]; } u = { .f = 1.5f };
struct { struct { int x; struct { long y[3]; } in; } s[2]; } deep = { .s[1].in.y[2] = 77 };
struct __attribute__((packed)) { char a; int b; short c; } packed = { 1, 0x01020304, 5 };
struct { int n; char data[]; } flexible = { 3, { 'x', 'y', 'z' } };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int (*const operations[])(int, int) = { add, sub };
long distance = (char *)&packed.c - (char *)&packed.a;
float floats[] = { 1.5f, -0.0f }; long double wide[] = { 1.25L, -2 }; _Bool flags[] = { 1, 0, 5 };
wchar_t broad[] = L"w\u00e9"; char exact[3] = "abc"; char many[4][3] = { "a", "bc" };
enum { LOW = -5, NEXT, HIGH = 1 << 20 } level = HIGH;
int zero[1000];

int main(void) {
    for (struct node *n = list; n; n = n->next) printf("%d%s ", n->value, n->name);
    printf("%d %d %s %s\n", *inside, (*row)[3], text, words[1]);
    printf("%x %ld %x %ld %c\n", u.i, deep.s[1].in.y[2], packed.b, distance, flexible.data[2]);
    printf("%d %d\n", operations[0](5, 3), operations[1](5, 3));
    printf("%g %g %Lg %Lg %d %d\n", floats[0], floats[1], wide[0], wide[1], flags[1], flags[2]);
    printf("%x %.3s %s %d %d\n", broad[1], exact, many[1], level, zero[999]);
    int local[4] = { [2] = 5 }, copy[] = { local[2], 1, [5] = 9 };
    struct node n = { .name = "loc" }, m = n;
    m.name[0] = 'L';
    char buffer[] = "array", padded[20] = "p";
    printf("%d %d %zu %s %s %zu %d\n", local[3], copy[5], sizeof copy, n.name, m.name, sizeof buffer, padded[19]);
    printf("%d\n", ((struct node){ .value = 4 }).value + (int[]){ 1, 2 }[1]);
    return 0;
}
