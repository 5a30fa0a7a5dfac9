/* The kind and the area of a triangle with sides a >= b >= c. */
#include <math.h>
#include <stdio.h>

typedef enum { SCALENE, ISOSCELES, EQUILATERAL, RIGHT, NONE } Kind;

static Kind classify(int a, int b, int c)
{
    Kind kind = SCALENE;
    if (a < b || b < c || c <= 0 || a >= b + c)
        return NONE;
    if (a == b || b == c)
        kind = ISOSCELES;
    if (a * a == b * b + c * c)
        kind = RIGHT;
    if (a == b && b == c)
        kind = EQUILATERAL;
    return kind;
}

static double area(Kind kind, int a, int b, int c)
{
    double half = (a + b + c) / 2.0;
    switch (kind) {
    case RIGHT:
        return b * c / 2.0;
    case EQUILATERAL:
        return a * a * sqrt(3.0) / 4.0;
    default:
        return sqrt(half * (half - a) * (half - b) * (half - c));
    }
}

int main(void)
{
    static const char *const names[] = {"scalene", "isosceles", "equilateral", "right"};
    int a, b, c;
    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 2;
    Kind kind = classify(a, b, c);
    if (kind == NONE) {
        puts("no triangle");
        return 1;
    }
    printf("%s %.2f\n", names[kind], area(kind, a, b, c));
    return 0;
}
