// Structs that are passed and returned, literals, members that are copied to, calls through pointers: in C's words.
// $ whydunit slice --values --dynamic --from structs.c:40 -- ./structs
// $ whydunit trace history kept -- ./structs
// $ whydunit trace history 'p->name' -- ./structs
// $ whydunit trace why structs.c:33 -- ./structs
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct small { int a, b; };
struct floats { double x, y; };
struct big { int v[6]; };
struct item { struct item *next; char name[16]; int (*op)(int, int); };
static struct small made(int a) {
    struct small s = { a, a + 1 };
    return s;
}
static struct floats halved(double a) {
    return (struct floats){ a, a / 2 };
}
static int sum(struct big b) {
    return b.v[0] + b.v[1];
}
static int mul(int a, int b) { return a * b; }
static int (*table[2])(int, int) = { NULL, mul };
static struct big big = { { 1, 2 } };
int main(int argc, char **argv) {
    struct small s = made(3), *q = &s;
    int first = made(8).b;
    *q = made(first);
    struct floats f = halved(3);
    struct big *p_big = &big;
    struct item *p = calloc(1, sizeof *p);
    int kept = sum(*p_big);
    memcpy(p->name, "apple", 6);
    p->op = mul;
    int r = p->op(kept, 2);
    r += table[argc](3, 4);
    if (p->name[0] == 'a')
        strcpy(p->name + 1, "nt");
    printf("%d %g %s\n", s.b + r, f.y, p->name);
    return 0;
}
