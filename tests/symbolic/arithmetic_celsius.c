// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int f = (int)(in[0] * 1.8 + 32);
    assert(f != 212);
    return 0;
}
