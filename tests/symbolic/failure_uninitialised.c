// reachable over 2 bytes
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int x;
    if (in[0] > 7) x = 1;
    if (in[1] == 200 && in[0] != 7) return x ? 1 : 0;
    return 0;
}
