// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int cells[6] = {0};
    cells[in[0] % 6] = in[1];
    assert(cells[4] != 99);
    return 0;
}
