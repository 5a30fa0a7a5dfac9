// unreachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned x;
    memcpy(&x, in, 4);
    assert((x & -x) == 0 || ((x & -x) & ((x & -x) - 1)) == 0);
    return 0;
}
