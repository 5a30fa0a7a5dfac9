// An integer taken for a pointer.
#include <stdio.h>

struct message { int kind; int length; char *text; };

static void show(const struct message *m) { printf("%d %s\n", m->kind, m->text); }

int main(void) {
    struct message m = {1, 5, (char *)0x123456789};
    show(&m);
    return 0;
}
