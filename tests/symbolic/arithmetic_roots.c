// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    signed char x = in[0];
    int y = x * x - 9 * x + 14;
    if (y == 0 && x > 3)
        assert(0);
    return 0;
}
