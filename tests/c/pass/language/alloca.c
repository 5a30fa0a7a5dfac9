// alloca: lives until the function returns, not the block; grows in loops; mixes with VLAs.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node { int value; struct node *next; };

static int chain(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i * i;
        node->next = head;
        head = node;
    }
    int total = 0;
    for (struct node *p = head; p; p = p->next)
        total = (total * 7 + p->value) % 1000003;
    return total;
}

static const char *join(char *out, const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    char *space = alloca(n + m + 1);
    memcpy(space, a, n);
    memcpy(space + n, b, m + 1);
    for (char *p = space; *p; p++)
        if (*p == '-')
            *p = '+';
    return strcpy(out, space);
}

static int aligned(void) {
    int good = 1;
    for (int i = 1; i < 50; i += 3) {
        void *p = alloca(i);
        memset(p, i, i);
        good &= (uintptr_t)p % 16 == 0;
    }
    return good;
}

static int with_vla(int n) {
    char *kept = alloca(8);
    strcpy(kept, "kept");
    int total = 0;
    for (int i = 1; i <= n; i++) {
        int list[i];
        for (int k = 0; k < i; k++)
            list[k] = k;
        total += list[i - 1];
    }
    return total + (int)strlen(kept);
}

static char *survives(int depth, char *outer) {
    char *mine = alloca(16);
    snprintf(mine, 16, "depth %d", depth);
    if (depth > 0)
        outer = survives(depth - 1, mine);
    return outer == mine ? NULL : outer;
}

int main(void) {
    printf("%d %d\n", chain(10), chain(5000));
    char out[64];
    printf("%s\n", join(out, "left-", "-right"));
    printf("%d %d\n", aligned(), with_vla(30));
    for (int i = 0; i < 1000; i++)
        chain(100);
    char first[] = "outermost";
    printf("%s\n", survives(0, first));
    char *empty = __builtin_alloca(1);
    *empty = 'x';
    printf("%c\n", *empty);
    return 0;
}
