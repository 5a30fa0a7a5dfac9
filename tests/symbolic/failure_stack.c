// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

static int depth(int n) { return n <= 1 ? 0 : 1 + depth(n / 2); }

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    assert(depth(in[0]) != 6);
    return 0;
}
