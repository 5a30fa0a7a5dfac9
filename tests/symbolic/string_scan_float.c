// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[4];
    float f;
    memcpy(text, in, 3);
    text[3] = 0;
    if (sscanf(text, "%f", &f) == 1)
        assert(f != 8.5f);
    return 0;
}
