// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[6];
    memset(text, in[0], 5);
    text[5] = 0;
    assert(strspn(text, "qrs") != 5 || text[4] != 'r');
    return 0;
}
