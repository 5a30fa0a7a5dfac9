// The next element is asked of one that was just freed.
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static void clear(struct node *head) {
    for (struct node *n = head; n; n = n->next)
        free(n);
}

int main(void) {
    struct node *list = push(push(NULL, 1), 2);
    clear(list);
    return 0;
}
