// reachable over 5 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[5];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[4] = 0;
    int a, b;
    if (sscanf((char *)in, "%d,%d", &a, &b) == 2)
        assert(a + b != 17);
    return 0;
}
