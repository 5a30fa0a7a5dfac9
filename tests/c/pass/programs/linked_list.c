// Linked lists that change while they are used: reverse, merge sort, remove, circular (Josephus), cycle.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    *n = (struct node){value, head};
    return n;
}

static struct node *reverse(struct node *head) {
    struct node *done = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL, **tail = &head;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        *tail = *least;
        tail = &(*least)->next;
        *least = (*least)->next;
    }
    *tail = a ? a : b;
    return head;
}

static struct node *sort(struct node *head) {
    if (!head || !head->next)
        return head;
    struct node *slow = head, *fast = head->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return merge(sort(head), sort(half));
}

static struct node *without(struct node *head, int divisor) {
    for (struct node **p = &head; *p;) {
        struct node *n = *p;
        if (n->value % divisor == 0) {
            *p = n->next;
            free(n);
        } else {
            p = &n->next;
        }
    }
    return head;
}

static void show(const struct node *head) {
    for (; head; head = head->next)
        printf("%d ", head->value);
    printf("\n");
}

static int josephus(int n, int k) {
    struct node *first = push(NULL, 1), *last = first;
    for (int i = 2; i <= n; i++)
        last = last->next = push(NULL, i);
    last->next = first;
    while (last->next != last) {
        for (int i = 1; i < k; i++)
            last = last->next;
        struct node *out = last->next;
        last->next = out->next;
        free(out);
    }
    int survivor = last->value;
    free(last);
    return survivor;
}

static int has_cycle(const struct node *head) {
    const struct node *slow = head, *fast = head;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}

int main(void) {
    struct node *head = NULL;
    unsigned random = 12345;
    for (int i = 0; i < 40; i++) {
        random = random * 1103515245u + 12345u;
        head = push(head, (int)(random >> 16 & 127));
    }
    show(head);
    head = reverse(head);
    show(head);
    head = sort(head);
    show(head);
    head = without(head, 3);
    show(head);
    printf("%d %d\n", josephus(41, 3), josephus(10, 2));
    printf("%d ", has_cycle(head));
    struct node *last = head;
    while (last->next)
        last = last->next;
    last->next = head->next;
    printf("%d\n", has_cycle(head));
    last->next = NULL;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
