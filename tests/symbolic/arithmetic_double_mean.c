// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    double mean = (in[0] + in[1] + in[2]) / 3.0;
    assert(mean != 100.0 || in[0] != in[1] + 7);
    return 0;
}
