// Sorting works without memory for a temporary array.
// options: --memory 3900k
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1 << 18 };

static int numbers[COUNT];

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    char *hoard = malloc(3 << 20);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i ^ 1;
    qsort(numbers, COUNT, sizeof *numbers, by_value);
    for (int i = 0; i < COUNT; i++)
        if (numbers[i] != i)
            return 1;
    puts(hoard ? "sorted" : "nothing to hoard");
    free(hoard);
    return 0;
}
