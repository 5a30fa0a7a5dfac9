/* Binary trees of <search.h>. Insertion keeps a red-black tree in the top-down way that glibc uses,
   so that twalk visits the same nodes at the same levels. Deletion keeps order, not balance. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>

typedef struct node {
    const void *key; /* first: programs read it through the node */
    struct node *left, *right;
    int red;
} node;

typedef int (*order)(const void *, const void *);

static int is_red(const node *n)
{
    return n != NULL && n->red;
}

/* Two red nodes in a row, child below parent below grandparent: the middle one of the three goes to
   the top. The sides say whether parent and child are right children. */
static void rotate(node **top, node *parent, node *child, int parent_right, int child_right)
{
    node *grandparent = *top;
    grandparent->red = 1;
    if (parent_right != child_right) {
        node **from_parent = child_right ? &parent->right : &parent->left;
        node **from_grandparent = child_right ? &grandparent->left : &grandparent->right;
        *from_parent = child_right ? child->left : child->right;
        *from_grandparent = child_right ? child->right : child->left;
        child->left = child_right ? parent : grandparent;
        child->right = child_right ? grandparent : parent;
        parent->red = 1;
        child->red = 0;
        *top = child;
        return;
    }
    if (child_right) {
        grandparent->right = parent->left;
        parent->left = grandparent;
    } else {
        grandparent->left = parent->right;
        parent->right = grandparent;
    }
    parent->red = 0;
    *top = parent;
}

/* Makes a node red and its children black; repairs two reds in a row. */
static void redden(node **here, node **parent, node **grandparent, int right, int parent_right)
{
    node *n = *here;
    n->red = 1;
    if (n->left != NULL)
        n->left->red = 0;
    if (n->right != NULL)
        n->right->red = 0;
    if (parent != NULL && grandparent != NULL && (*parent)->red)
        rotate(grandparent, *parent, n, parent_right, right);
}

void *tsearch(const void *key, void **root, order compare)
{
    node **here = (node **)root, **parent = NULL, **grandparent = NULL, **next = here;
    int right = 0, parent_right = 0, side = 0;
    if (root == NULL)
        return NULL;
    if (*here != NULL)
        (*here)->red = 0;
    while (*next != NULL) {
        node *n = *here;
        int difference = compare(key, n->key);
        if (difference == 0)
            return n;
        if (is_red(n->left) && is_red(n->right))
            redden(here, parent, grandparent, right, parent_right);
        side = difference > 0;
        next = side ? &n->right : &n->left;
        if (*next == NULL)
            break;
        grandparent = parent;
        parent = here;
        here = next;
        parent_right = right;
        right = side;
    }
    node *new = malloc(sizeof *new);
    if (new == NULL)
        return NULL;
    *new = (node){key, NULL, NULL, 1};
    *next = new;
    if (next != here)
        redden(next, here, parent, side, right);
    return new;
}

void *tfind(const void *key, void *const *root, order compare)
{
    node *n = root == NULL ? NULL : *root;
    while (n != NULL) {
        int difference = compare(key, n->key);
        if (difference == 0)
            return n;
        n = difference < 0 ? n->left : n->right;
    }
    return NULL;
}

void *tdelete(const void *key, void **root, order compare)
{
    node **here = (node **)root, *parent = NULL;
    if (root == NULL || *root == NULL)
        return NULL;
    int difference;
    while ((difference = compare(key, (*here)->key)) != 0) {
        parent = *here;
        here = difference < 0 ? &parent->left : &parent->right;
        if (*here == NULL)
            return NULL;
    }
    void *result = parent != NULL ? parent : *here;
    node *found = *here, *gone = found;
    if (found->left != NULL && found->right != NULL) {
        /* The next larger node takes its place. */
        for (here = &found->right; (*here)->left != NULL; here = &(*here)->left)
            ;
        gone = *here;
        found->key = gone->key;
    }
    *here = gone->left != NULL ? gone->left : gone->right;
    if (*here != NULL)
        (*here)->red = 0;
    free(gone);
    return result;
}

static void walk(const node *n, void (*action)(const void *, VISIT, int), int level)
{
    if (n->left == NULL && n->right == NULL) {
        action(n, leaf, level);
        return;
    }
    action(n, preorder, level);
    if (n->left != NULL)
        walk(n->left, action, level + 1);
    action(n, postorder, level);
    if (n->right != NULL)
        walk(n->right, action, level + 1);
    action(n, endorder, level);
}

void twalk(const void *root, void (*action)(const void *, VISIT, int))
{
    if (root != NULL && action != NULL)
        walk(root, action, 0);
}

static void walk_with(const node *n, void (*action)(const void *, VISIT, void *), void *extra)
{
    if (n->left == NULL && n->right == NULL) {
        action(n, leaf, extra);
        return;
    }
    action(n, preorder, extra);
    if (n->left != NULL)
        walk_with(n->left, action, extra);
    action(n, postorder, extra);
    if (n->right != NULL)
        walk_with(n->right, action, extra);
    action(n, endorder, extra);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *extra)
{
    if (root != NULL && action != NULL)
        walk_with(root, action, extra);
}

void tdestroy(void *root, void (*drop)(void *))
{
    node *n = root;
    if (n == NULL)
        return;
    tdestroy(n->left, drop);
    tdestroy(n->right, drop);
    drop((void *)n->key);
    free(n);
}
