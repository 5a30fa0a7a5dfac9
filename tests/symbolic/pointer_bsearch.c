// reachable over 1 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    static const int keys[] = {3, 8, 17, 42, 99, 140, 200};
    int key = in[0];
    int *found = bsearch(&key, keys, 7, sizeof *keys, cmp);
    assert(!found || *found != 140);
    return 0;
}
