// Structs that are passed and returned in registers, arguments for `...`, a block that realloc moved: a use of a part
// leads to the definition of that part, not to those that shared a register, a call or a block with it.
//
// $ whydunit slice --dynamic --from members.c:73 ./members
// $ whydunit slice --dynamic --from members.c:76 ./members
// $ whydunit slice --dynamic --from members.c:81 ./members
// $ whydunit slice --dynamic --from members.c:86 ./members
// $ whydunit trace history far ./members
// $ whydunit trace history third ./members
// $ whydunit trace why members.c:58 ./members
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct point { short x, y; int weight; };
struct triple { int first, second, third; };
struct mixed { char tag[3]; float size; union { short part[2]; int whole; } either; };

static struct point moved(struct point from, int by)
{
    from.x += by;
    return from;
}

static struct triple tripled(int value)
{
    struct triple t;
    t.first = value;
    t.second = 2 * value;
    t.third = 3 * value;
    return t;
}

static int part(struct mixed m)
{
    return m.either.part[1];
}

static int pick(int count, ...)
{
    va_list list;
    int found = 0;
    va_start(list, count);
    while (count-- > 0)
        found = va_arg(list, int);
    struct point p = va_arg(list, struct point);
    va_end(list);
    return found + p.y;
}

static int *grown(int *block, int count)
{
    return realloc(block, count * sizeof *block);
}

static int height(struct triple t)
{
    return t.second;
}

int main(int argc, char **argv)
{
    struct point at;
    at.x = argc;
    at.y = argc + 1;
    at.weight = argc + 2;
    int *list = malloc(2 * sizeof *list);
    list[0] = argc + 3;
    list[1] = argc + 4;
    at = moved(at, 1);
    struct triple t = tripled(argc);
    int far = at.y, high = height(t);
    printf("%d %d\n", far, high);

    list = grown(list, 1000);
    printf("%d\n", list[1]);

    int a = argc + 5, b = argc + 6;
    int third = tripled(b).third;
    int picked = pick(2, a, b, at);
    printf("%d %d\n", picked, third);

    struct mixed m = {{1, 2, 3}, argc, {{argc, 7}}};
    m.either.part[1] = b;
    int half = part(m);
    printf("%d\n", half);
    return 0;
}
