// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[16];
    snprintf(text, sizeof text, "%d|%x", in[0], in[0]);
    assert(strcmp(text, "203|cb") != 0);
    return 0;
}
