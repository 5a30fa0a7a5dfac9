// A null pointer: the search goes past the end of the list.
// $ whydunit explain -- ./null
#include <stdio.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node *find(struct node *list, int value) {
    while (list != NULL && list->value != value)
        list = list->next;
    return list;
}

int main(void) {
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    int wanted = 4;
    struct node *found = find(&a, wanted);
    printf("%d\n", found->value);
    return 0;
}
