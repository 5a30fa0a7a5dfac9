// A search tree with parents: insert, delete, rotate (treap), walk without recursion, depth.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; unsigned priority; struct tree *left, *right; };

static unsigned state = 2463534242u;
static unsigned next_random(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static struct tree *rotate_right(struct tree *t) {
    struct tree *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

static struct tree *rotate_left(struct tree *t) {
    struct tree *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
        t->priority = next_random();
    } else if (key < t->key) {
        t->left = insert(t->left, key);
        if (t->left->priority > t->priority)
            t = rotate_right(t);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
        if (t->right->priority > t->priority)
            t = rotate_left(t);
    }
    return t;
}

static struct tree *erase(struct tree *t, int key) {
    if (!t)
        return NULL;
    if (key < t->key) {
        t->left = erase(t->left, key);
    } else if (key > t->key) {
        t->right = erase(t->right, key);
    } else if (!t->left || !t->right) {
        struct tree *rest = t->left ? t->left : t->right;
        free(t);
        return rest;
    } else if (t->left->priority > t->right->priority) {
        t = rotate_right(t);
        t->right = erase(t->right, key);
    } else {
        t = rotate_left(t);
        t->left = erase(t->left, key);
    }
    return t;
}

static int depth(const struct tree *t) {
    if (!t)
        return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}

// Morris: no stack, the tree is changed on the way and restored.
static int walk(struct tree *t, int print) {
    int count = 0;
    while (t) {
        if (t->left) {
            struct tree *p = t->left;
            while (p->right && p->right != t)
                p = p->right;
            if (!p->right) {
                p->right = t;
                t = t->left;
                continue;
            }
            p->right = NULL;
        }
        count++;
        if (print)
            printf("%d ", t->key);
        t = t->right;
    }
    return count;
}

static void clear(struct tree *t) {
    if (t) {
        clear(t->left);
        clear(t->right);
        free(t);
    }
}

int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 1000; i++)
        t = insert(t, (int)(next_random() % 2000));
    printf("%d keys, depth %d\n", walk(t, 0), depth(t));
    for (int i = 0; i < 2000; i++)
        if (i % 25)
            t = erase(t, i);
    printf("%d: ", walk(t, 1));
    printf("depth %d root %d\n", depth(t), t->key);
    for (int i = 0; i < 300; i++)
        t = insert(t, i);
    printf("%d keys, depth %d\n", walk(t, 0), depth(t));
    clear(t);
    return 0;
}
