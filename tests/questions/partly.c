// Bit-fields that share a byte with others that were never set, and arrays that go on to the end of their object.
// $ whydunit trace history 'b@partly.c:38' -- ./partly
// $ whydunit trace history 'c' -- ./partly
// $ whydunit trace history 'm->text@partly.c:38' -- ./partly
// $ whydunit trace history 'm@partly.c:38' --depth 1 -- ./partly
// $ whydunit trace history 'sizes@partly.c:39' -- ./partly
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct message {
    int len;
    char text[];
};
struct bits {
    unsigned a : 3;
    unsigned b : 5;
    bool ok : 1;
    int w;
};
static struct message *make(const char *s) {
    struct message *m = malloc(sizeof *m + strlen(s) + 1);
    m->len = (int)strlen(s);
    strcpy(m->text, s);
    return m;
}
int main(int argc, char **argv) {
    struct message *m = make("hello");
    m->text[0] = 'J';
    struct bits b;
    b.a = 5;
    b.ok = true;
    b.w = -1;
    struct bits c = b;
    int sizes[argc + 2];
    sizes[0] = 1;
    sizes[1] = m->len;
    sizes[2] = 3;
    printf("%s %u %d\n", m->text, c.a, sizes[1]);
    return 0;
}
