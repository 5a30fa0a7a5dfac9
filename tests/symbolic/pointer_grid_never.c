// unreachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static int grid[4][5];
    grid[in[0] & 3][in[1] % 5] = 1;
    int sum = 0;
    for (int i = 0; i < 20; i++) sum += (&grid[0][0])[i];
    assert(sum == 1);
    return 0;
}
