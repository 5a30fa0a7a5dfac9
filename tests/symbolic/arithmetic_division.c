// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned a = in[0], b = in[1];
    if (b != 0 && a / b == 7 && a % b == 5)
        assert(0);
    return 0;
}
