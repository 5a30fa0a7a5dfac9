// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int x = in[0];
    assert(x * (x + 1) % 2 == 0);
    return 0;
}
