// unreachable over 2 bytes
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static char text[4] = "abc";
    char *rows[2] = {text, (char *)-1};
    return in[0] < 200 ? rows[in[0] / 200][in[1] & 3] : 0;
}
