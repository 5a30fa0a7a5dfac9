// A variable at a line is looked at when the line is over: value, pointers and indices alike.
//
// $ whydunit trace history p@afterwards.c:32 ./afterwards
// $ whydunit trace history 'p->v@afterwards.c:32' ./afterwards
// $ whydunit trace history '*q@afterwards.c:34' ./afterwards
// $ whydunit trace history 'row[i]@afterwards.c:35' ./afterwards
// $ whydunit trace history 'last->v@afterwards.c:36' ./afterwards
// $ whydunit trace history 'from->v@afterwards.c:24' ./afterwards
// $ whydunit trace history 'p->v@afterwards.c:38' ./afterwards
// $ whydunit trace history 'last->v@afterwards.c:40' ./afterwards
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

static struct node *end_of(struct node *from)
{
    while (from->next)
        from = from->next;
    /* The call is over when the line is. */
    return from;
}

int main(void)
{
    struct node c = {30, NULL}, b = {20, &c}, a = {10, &b};
    int row[4] = {100, 101, 102, 103}, i = 0, *q = row;
    struct node *p = &a;
    p = p->next;
    /* The element that it wrote is not the current target of the pointer. */
    *q++ = 55;
    i = 3;
    struct node *last = end_of(&a);
    printf("%d %d %d %d\n", p->v, *q, row[i], last->v);
    p = c.next;
    last = calloc(1, sizeof *last);
    free(last);
    return 0;
}
