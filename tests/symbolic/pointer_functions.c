// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

static int one(int x) { return x; }
static int two(int x) { return 2 * x; }
static int three(int x) { return 600 + (x != 255); }
int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static int (*const table[4])(int) = {one, two, one, three};
    assert(table[in[0] % 4](in[0]) != 600);
    return 0;
}
