// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned x = in[0] | in[1] << 8;
    if ((x >> 5 & 0x7f) == 0x55 && (x & 31) == 9)
        assert(0);
    return 0;
}
