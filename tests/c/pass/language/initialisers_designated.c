// Designated initialisers, compound literals, partial initialisation, overriding, ranges.
#include <stdio.h>
#include <string.h>

struct point { int x, y, z; };
struct shape { const char *name; struct point at[3]; union { int i; double d; } value; unsigned char raw[5]; };

static int sparse[] = {[3] = 30, 40, [1] = 10, [9] = 90};
static const char *names[] = {[2] = "two", [0] = "zero", "one", [4] = "four"};
static struct shape shapes[] = {
    {"a", {{1, 2, 3}, {.z = 6}, [2].y = 8}, {.d = 1.5}, "abc"},
    [2] = {.name = "c", .at = {[1] = {4, 5}}, .value.i = 7, .raw = {1, [3] = 4}},
};
static int ranges[20] = {[0 ... 4] = 1, [10 ... 12] = 2, [13] = 9};
static char text[8] = "full", exact[4] = {'f', 'u', 'l', 'l'}, matrix[][4] = {"ab", {'c'}, "xyz"};
static struct point *pointers[] = {&(struct point){1, 2, 3}, &(struct point){.y = 5}};

static int weigh(struct point p) { return p.x * 100 + p.y * 10 + p.z; }
static int total(const int *list, int n) {
    int sum = 0;
    while (n--)
        sum += list[n] * (n + 1);
    return sum;
}

int main(void) {
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++)
        printf("%d ", sparse[i]);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        printf("%s ", names[i] ? names[i] : "-");
    printf("\n");
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct shape *s = &shapes[i];
        printf("%s %d %d %d | %d %g |", s->name ? s->name : "-", weigh(s->at[0]), weigh(s->at[1]), weigh(s->at[2]),
               s->value.i, s->value.d);
        for (int k = 0; k < 5; k++)
            printf(" %d", s->raw[k]);
        printf("\n");
    }
    for (int i = 0; i < 20; i++)
        printf("%d", ranges[i]);
    printf(" %.8s %.4s %s %s %s %zu\n", text, exact, matrix[0], matrix[1], matrix[2], sizeof matrix);
    printf("%d %d\n", weigh(*pointers[0]), weigh(*pointers[1]));
    pointers[1]->x = 9;
    printf("%d\n", weigh(*pointers[1]));
    // Automatic objects: members that are not named are zero.
    struct point p = {.y = 3}, q = {0}, r = p;
    int local[6] = {1, 2}, *literal = (int[]){5, 6, 7};
    literal[1]++;
    r.z = weigh((struct point){1, p.y, r.x});
    printf("%d %d %d %d %d\n", weigh(p), weigh(q), r.z, total(local, 6), total(literal, 3));
    printf("%d %d\n", total((int[5]){[4] = 2}, 5), weigh((struct point){literal[0], .z = 2}));
    char copy[10] = "abc";
    printf("%d %d %s\n", copy[3], copy[9], (char[]){'x', 'y', 0});
    for (int i = 0; i < 3; i++) {
        int *fresh = (int[2]){i};
        fresh[1] += fresh[0];
        printf("%d ", fresh[1]);
    }
    struct shape zero = {0}, same;
    memset(&same, 0, sizeof same);
    printf("%d %s\n", zero.value.i + zero.at[2].z + zero.raw[4], zero.name ? "?" : "null");
    struct { int a; struct { int b, c; }; union { int d; float e; }; } anonymous = {1, .c = 3, .d = 4};
    printf("%d %d %d %d\n", anonymous.a, anonymous.b, anonymous.c, anonymous.d);
    return 0;
}
