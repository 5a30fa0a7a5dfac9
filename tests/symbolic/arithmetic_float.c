// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    double half = in[0] / 2.0;
    if (half * half > 306.0 && half < 18)
        assert(0);
    return 0;
}
