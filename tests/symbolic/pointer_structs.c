// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>

struct point { int x, y; };
static struct point moved(struct point p, int by) {
    p.x += by;
    p.y -= by;
    return p;
}

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    struct point a = {in[0], in[1]}, b = moved(a, in[2]);
    assert(b.x != 300 || b.y != -50);
    return 0;
}
