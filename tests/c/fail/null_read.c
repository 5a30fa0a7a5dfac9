// A list that ends earlier than expected.
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static int third(const struct node *list) {
    return list->next->next->value;
}

int main(void) {
    struct node b = {2, NULL}, a = {1, &b};
    return third(&a);
}
