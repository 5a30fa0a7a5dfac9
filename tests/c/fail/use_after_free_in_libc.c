// Prints a string after its owner is gone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user { char *name; };

static void destroy(struct user *u) {
    free(u->name);
}

int main(void) {
    struct user u = {strdup("alice")};
    destroy(&u);
    printf("deleted %s\n", u.name);
    return 0;
}
