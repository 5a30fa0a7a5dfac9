// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char copy[8];
    in[3] = 0;
    strcpy(copy, (char *)in);
    strcat(copy, "!");
    assert(memcmp(copy, "ok!", 4) != 0);
    return 0;
}
