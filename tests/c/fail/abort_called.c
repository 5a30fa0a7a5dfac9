// The program gives up by itself.
#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t size) {
    if (size > 1000) {
        fprintf(stderr, "size %zu is too large\n", size);
        abort();
    }
    return malloc(size);
}

int main(void) {
    free(allocate(10));
    free(allocate(5000));
    return 0;
}
