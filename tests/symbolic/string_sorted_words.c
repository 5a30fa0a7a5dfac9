// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char w[3][2] = {{(char)in[0], 0}, {(char)in[1], 0}, {(char)in[2], 0}};
    qsort(w, 3, 2, (int (*)(const void *, const void *))strcmp);
    assert(strcmp(w[0], "a") || strcmp(w[1], "b") || strcmp(w[2], "c") || in[0] != 'c');
    return 0;
}
