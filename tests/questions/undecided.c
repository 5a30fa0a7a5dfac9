// A run that ends in the middle of a round has not decided its continuation; a condition on an uninitialised value is
// not decided either.
// $ whydunit trace why-not undecided.c:22 --budget 100000 -- ./undecided
// $ whydunit trace why-not undecided.c:22 --budget 100003 -- ./undecided
// $ whydunit trace why-not undecided.c:22 --budget 100006 -- ./undecided
// $ whydunit trace why-not undecided.c:22 --budget 100009 -- ./undecided
// $ whydunit trace why undecided.c:21 --budget 100006 -- ./undecided
// $ whydunit trace why undecided.c:30 -- ./undecided x
// $ whydunit trace why-not undecided.c:31 -- ./undecided x
// $ whydunit trace why undecided.c:29 -- ./undecided x
// $ whydunit slice --values -- ./undecided x
#include <stdio.h>
struct node {
    int v;
    struct node *next;
};
static int sum(struct node *list) {
    int total = 0, steps = 0;
    for (struct node *p = list; p; p = p->next) {
        steps++;
        if (p->v > 100)
            total = -1;
        total += p->v;
    }
    return total + steps;
}
static const char *size_of(int known, int v) {
    int limit;
    if (known) limit = 4;
    if (v > limit) return "big";
    else return "small";
}
int main(int argc, char **argv) {
    struct node last = {3, 0}, first = {1, &last};
    (void)argv;
    if (argc > 1)
        puts(size_of(0, 3));
    last.next = &first;
    printf("%d\n", sum(&first));
    return 0;
}
