// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int *list = malloc(2 * sizeof *list);
    list[0] = in[0];
    list[1] = in[1];
    list = realloc(list, 8 * sizeof *list);
    assert(list[0] - list[1] != 199);
    free(list);
    return 0;
}
