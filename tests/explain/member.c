// The wrong member of a struct.
// $ whydunit explain -e '12\n14\n' -- ./member
#include <stdio.h>
struct box { int width, height, depth; };
static int area(const struct box *b) {
    return b->width * b->depth;
}
int main(void) {
    struct box b = {3, 4, 5};
    printf("%d\n", area(&b));
    struct box c = {7, 2, 9};
    printf("%d\n", area(&c));
    return 0;
}
