// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static const short squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
    assert(squares[in[0] & 7] != 26);
    return 0;
}
