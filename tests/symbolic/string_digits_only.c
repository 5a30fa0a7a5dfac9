// unreachable over 2 bytes
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[1] = 0;
    if (isdigit(in[0]))
        assert(atoi((char *)in) == in[0] - '0');
    return 0;
}
