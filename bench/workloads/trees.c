/* Workload c: linked lists and binary trees on the heap. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

static struct node *insert(struct node *root, int key) {
    struct node **at = &root;
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof **at);
    (*at)->left = (*at)->right = NULL;
    (*at)->key = key;
    return root;
}

static long sum(const struct node *root) {
    return root ? root->key + sum(root->left) + sum(root->right) : 0;
}

static void drop(struct node *root) {
    if (root) {
        drop(root->left);
        drop(root->right);
        free(root);
    }
}

static long list_round(int length) {
    struct node *head = NULL;
    for (int i = 0; i < length; i++) {
        struct node *n = malloc(sizeof *n);
        n->key = i;
        n->left = head;
        head = n;
    }
    long total = 0;
    for (struct node *n = head; n; n = n->left)
        total += n->key;
    while (head) {
        struct node *next = head->left;
        free(head);
        head = next;
    }
    return total;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    long total = 0;
    for (int r = 0; r < rounds; r++) {
        struct node *root = NULL;
        unsigned seed = 7 + r;
        for (int i = 0; i < 40000; i++) {
            seed = seed * 1664525u + 1013904223u;
            root = insert(root, seed >> 8);
        }
        total += sum(root);
        drop(root);
        total += list_round(100000);
    }
    printf("%ld\n", total);
    return 0;
}
