// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    float f = in[0] / 4.0f;
    assert(f * f != 126.5625f);
    return 0;
}
