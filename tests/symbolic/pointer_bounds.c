// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int cells[4] = {1, 2, 3, 4};
    int at = (signed char)in[0];
    if (at < 5)
        assert(at < 0 || at > 3 || cells[at] != 3);
    return 0;
}
