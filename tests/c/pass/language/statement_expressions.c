// GNU C: statement expressions, typeof, __auto_type, nested, with loops and jumps out of them.
#include <stdio.h>

#define MAX(a, b)                \
    ({                           \
        __typeof__(a) a_ = (a);  \
        __typeof__(b) b_ = (b);  \
        a_ > b_ ? a_ : b_;       \
    })
#define SWAP(a, b)               \
    do {                         \
        __typeof__(a) t_ = (a);  \
        (a) = (b);               \
        (b) = t_;                \
    } while (0)
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
#define FOR_EACH(item, list) for (__typeof__(&(list)[0]) item = (list); item < (list) + sizeof(list) / sizeof *(list); item++)

struct link { struct link *next; };
struct task { int id; struct link link; const char *name; };

static int find(const int *list, int n, int wanted) {
    return ({
        int at = -1;
        for (int i = 0; i < n; i++)
            if (list[i] == wanted) {
                at = i;
                break;
            }
        at;
    });
}

static int early(int n) {
    int v = ({
        if (n < 0)
            return -1;
        n * 2;
    });
    return v + 1;
}

struct pair { int a, b; };

int main(void) {
    int i = 3;
    double d = 2.5;
    printf("%d ", MAX(i++, 2));
    printf("%g %g\n", MAX(i, d), MAX(d, 10));
    printf("%d\n", i);
    char *x = "left", *y = "right";
    SWAP(x, y);
    SWAP(d, d);
    printf("%s %s\n", x, y);
    struct task tasks[] = {{1, {0}, "one"}, {2, {0}, "two"}, {3, {0}, "three"}};
    tasks[0].link.next = &tasks[2].link;
    tasks[2].link.next = &tasks[1].link;
    for (struct link *l = &tasks[0].link; l; l = l->next)
        printf("%d %s\n", container_of(l, struct task, link)->id, container_of(l, struct task, link)->name);
    int list[] = {4, 8, 15, 16, 23, 42};
    FOR_EACH(p, list)
        printf("%d ", *p);
    printf("%d %d\n", find(list, 6, 15), find(list, 6, 5));
    printf("%d %d\n", early(5), early(-5));
    __auto_type automatic = 1.5f;
    typeof(list) copy;
    for (unsigned k = 0; k < sizeof copy / sizeof *copy; k++)
        copy[k] = list[k] * ({ int s = 0; for (unsigned m = 0; m <= k; m++) s += (int)m; s; });
    printf("%zu %g %d %d\n", sizeof automatic, automatic, copy[1], copy[5]);
    struct pair p = ({ struct pair q = {1, 2}; q.b += i; q; });
    printf("%d %d\n", p.a, p.b);
    int total = 0;
    while (({ total += i; total < 20; }))
        i++;
    printf("%d %d\n", total, i);
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    typeof(matrix[0]) *row = matrix;
    printf("%d\n", row[1][({ int t = 1; t + 1; })]);
    return 0;
}
