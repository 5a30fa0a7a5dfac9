// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int n = in[0] % 4 + 1;
    int list[n];
    for (int i = 0; i < n; i++)
        list[i] = in[1] + i;
    assert(n != 3 || list[n - 1] != 150);
    return 0;
}
