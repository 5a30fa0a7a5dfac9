// reachable over 1 bytes
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[40];
    memset(text, 'x', in[0] / 6);
    return text[3] == 'y';
}
