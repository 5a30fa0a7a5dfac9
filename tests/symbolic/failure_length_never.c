// unreachable over 1 bytes
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static char text[40], copy[40];
    memset(text, 'x', 40);
    memcpy(copy, text, in[0] / 7);
    return copy[3] == 'y';
}
