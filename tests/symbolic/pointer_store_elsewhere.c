// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int cells[6] = {0};
    cells[in[0] % 5] = 7;
    assert(cells[5] == 0);
    return 0;
}
