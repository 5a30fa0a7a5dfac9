// reachable over 6 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[6];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[5] = 0;
    assert(strcmp((char *)in, "magic") != 0);
    return 0;
}
