/* Adds up a list of numbers; a negative number is a mark: it is skipped, and what follows it counts. */
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    int value;
    struct Node *next;
} Node;

static Node *read_list(void)
{
    Node *first = NULL, **end = &first;
    int value;
    while (scanf("%d", &value) == 1) {
        *end = malloc(sizeof **end);
        (*end)->value = value;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    return first;
}

static int sum_list(const Node *node)
{
    int sum = 0;
    while (node != NULL) {
        int skip = node->value < 0;
        if (skip)
            node = node->next;
        if (node == NULL)
            break;
        sum += node->value;
        node = node->next;
    }
    return sum;
}

int main(void)
{
    Node *list = read_list();
    printf("%d\n", sum_list(list));
    while (list != NULL) {
        Node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
