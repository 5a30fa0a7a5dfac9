// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned x;
    memcpy(&x, in, 4);
    unsigned __int128 y = (unsigned __int128)x * x * 3;
    assert((unsigned long)(y >> 1) != 10109362196903251537UL);
    return 0;
}
