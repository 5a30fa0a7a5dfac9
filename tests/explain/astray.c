// The pointer should lead to the second one.
// $ whydunit explain --no-repairs -e '209\n' -- ./astray
#include <stdio.h>

struct pair { int v, w; };
struct pair pairs[3] = {{1, 7}, {2, 9}, {3, 11}};

int main(void) {
    struct pair *p = &pairs[0];
    int v = p->v;
    int w = p->w;
    printf("%d\n", v * 100 + w);
    return 0;
}
