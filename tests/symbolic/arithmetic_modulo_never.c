// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    signed char c = (signed char)in[0];
    assert(c / 7 * 7 + c % 7 == c);
    return 0;
}
