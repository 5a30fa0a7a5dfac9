#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    if (*(const int *)a == *(const int *)b)
        abort();
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int numbers[] = {3, 1, 2, 1};
    qsort(numbers, 4, sizeof *numbers, compare);
    return numbers[0];
}
