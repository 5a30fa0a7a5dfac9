// The program gives up by itself.
// $ whydunit explain -e 'size 3\n' -- ./aborted
#include <stdio.h>
#include <stdlib.h>

static int size_of(const char *text) {
    int size = 0;
    while (text[size])
        size++;
    return size;
}

int main(void) {
    int limit = 2;
    int size = size_of("abc");
    if (size > limit)
        abort();
    printf("size %d\n", size);
    return 0;
}
