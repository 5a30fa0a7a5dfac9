// Elements that an initialiser omits are answered separately: the whole is not 0.
// $ yes w | head -20 | whydunit debug --strategy single-step -e 41 -- ./braces | head -17
#include <stdio.h>
struct box {
    int width, height, depth, lid, spare[6];
};
static int volume(struct box b) {
    return b.width * b.height * b.depth;
}
int main(void) {
    struct box b = {.width = 4, .height = 5, .depth = 2};
    int v = volume(b) + b.spare[3];
    printf("%d\n", v + b.lid);
    return 0;
}
