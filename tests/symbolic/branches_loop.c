// unreachable over 1 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int n = in[0] & 7, sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
