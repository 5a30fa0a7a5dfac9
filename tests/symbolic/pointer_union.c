// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    union { float f; unsigned u; unsigned char b[4]; } u;
    memcpy(u.b, in, 4);
    if ((u.u >> 23 & 255) == 130 && u.b[0] == 0 && u.b[1] == 0)
        assert(u.f != 13.0f);
    return 0;
}
