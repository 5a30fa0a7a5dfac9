// unreachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char a[12] = "", b[5];
    memcpy(b, in, 4); b[4] = 0;
    strcat(strcpy(a, "x"), b);
    strncat(a, b, 2);
    assert(strlen(a) == 1 + strlen(b) + (strlen(b) < 2 ? strlen(b) : 2));
    return 0;
}
