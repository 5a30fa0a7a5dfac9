// unreachable over 5 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[5];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[4] = 0;
    assert(strlen((char *)in) <= 4);
    return 0;
}
