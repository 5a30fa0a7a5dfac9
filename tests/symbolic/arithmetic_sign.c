// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    signed char c = in[0];
    int wide = c;
    assert((wide < 0) == (c >> 7 & 1));
    return 0;
}
