// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int r = 0;
    switch (in[0]) {
    case 10 ... 20: r = 1; break;
    case 30: case 40: r = 2; break;
    default: r = in[0] > 250 ? 3 : 0;
    }
    assert(r != 3 || in[0] == 255);
    return 0;
}
