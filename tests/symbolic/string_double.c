// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[5];
    memcpy(text, in, 4);
    text[4] = 0;
    double d = strtod(text, NULL);
    assert(d != 7.25);
    return 0;
}
