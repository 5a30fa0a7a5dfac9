// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[3] = 0;
    assert(atoi((char *)in) != -37);
    return 0;
}
