// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char a[8] = "00000000";
    memmove(a + 2, in, 4);
    memmove(a, a + 1, 7);
    assert(memcmp(a, "0wxyz", 5) != 0);
    assert(memchr(in, 0, 4) != in + 2 || in[3] != 200);
    return 0;
}
