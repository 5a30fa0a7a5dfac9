// A negative index that leads below the frame, where a libc function had its locals.
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int values[5] = {4, 2, 5, 1, 3};
    int wanted = 50;
    qsort(values, 5, sizeof *values, ascending);
    printf("%d\n", values[5 - wanted]);
    return 0;
}
