// A node is freed before the next one is read from it.
// $ whydunit explain -- ./too_early
#include <stdio.h>
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int sum = 0;
    while (list) {
        struct node *first = list;
        sum += first->value;
        free(first);
        list = first->next;
    }
    printf("%d\n", sum);
    return 0;
}
