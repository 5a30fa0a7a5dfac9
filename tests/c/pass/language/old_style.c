// K&R definitions, implicit int and functions, prototypes that come late: old programs have them.
// flags: -std=gnu89
#include <stdio.h>

add(a, b)
    int a, b;
{
    return a + b;
}

static double scale(x, n)
    float x;
    char n;
{
    return x * n;
}

char *choose(which, names)
    int which;
    char *names[];
{
    return names[which];
}

static counter;
typedef struct point { int x, y; } POINT;

POINT *move(p, dx)
    POINT *p;
{
    p->x += dx;
    return p;
}

main(argc, argv)
    char **argv;
{
    static char *names[] = {"zero", "one", "two"};
    POINT p;
    register i;
    p.x = 1, p.y = 2;
    printf("%d\n", add(2, 3));
    printf("%g\n", scale(1.5, 4));
    printf("%s\n", choose(2, names));
    printf("%d\n", move(&p, 10)->x);
    for (i = 0; i < 3; i++)
        counter += later(i);
    printf("%d %d\n", counter, argc);
    return counter == 14 ? 0 : 1;
}

later(n)
{
    return n * n + 3;
}
