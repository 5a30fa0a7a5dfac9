// A function that allocates, fills and returns a struct: the decision in it that left a member unchanged is to blame.
// $ whydunit slice -e 'red 3 1' -- ./constructors
// $ whydunit slice -e 'blue 3 2' -- ./constructors
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pen {
    char *colour;
    int width;
    int ink;
};
static void *get(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        exit(3);
    return p;
}
static char *copy(const char *text) {
    char *p = get(strlen(text) + 1);
    strcpy(p, text);
    return p;
}
static struct pen *make(const char *colour, int width) {
    struct pen *p = get(sizeof *p);
    p->colour = copy("blue");
    if (width > 3)
        p->colour = copy(colour);
    p->width = width;
    p->ink = 1;
    if (width > 5)
        p->ink = 2;
    return p;
}
int main(void) {
    struct pen *p = make("red", 3);
    printf("%s %d %d\n", p->colour, p->width, p->ink);
    return 0;
}
