// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static int grid[4][5];
    grid[in[0] & 3][in[1] % 5] = 1;
    assert(!(grid[2][3] && in[0] > 200 && in[1] > 100));
    return 0;
}
