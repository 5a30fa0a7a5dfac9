// reachable over 5 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[5];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[6];
    int a, b;
    memcpy(text, in, 5);
    text[5] = 0;
    if (sscanf(text, "%d,%d", &a, &b) == 2)
        assert(a != 47 || b != 11);
    return 0;
}
