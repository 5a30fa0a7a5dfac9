// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned x;
    memcpy(&x, in, 4);
    if (x + 100 < x && x % 10 == 3)
        assert(0);
    return 0;
}
