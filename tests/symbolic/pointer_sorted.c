// unreachable over 3 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    qsort(in, 3, 1, by_value);
    assert(in[0] <= in[1] && in[1] <= in[2]);
    return 0;
}
