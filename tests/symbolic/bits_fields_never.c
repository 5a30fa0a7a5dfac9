// unreachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    struct { unsigned a : 5, b : 3; int c : 4; } s;
    s.a = in[0];
    s.b = in[1];
    s.c = in[1];
    assert(s.a < 32 && s.b + s.a < 39 && s.c >= -8 && s.c < 8);
    return 0;
}
