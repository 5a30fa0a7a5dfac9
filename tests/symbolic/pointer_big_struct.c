// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>

struct big { int values[9]; };
static struct big pick(struct big b, int swap) {
    if (swap == 5) {
        int t = b.values[2];
        b.values[2] = b.values[7];
        b.values[7] = t;
    }
    return b;
}

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    struct big a = {{0}};
    a.values[in[0] % 9] = in[1];
    struct big b = pick(a, in[2]);
    assert(b.values[7] != 88);
    return 0;
}
