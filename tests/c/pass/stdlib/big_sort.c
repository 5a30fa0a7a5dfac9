#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    enum { COUNT = 20000 };
    unsigned *numbers = malloc(COUNT * sizeof *numbers), state = 99, sum = 0;
    for (int i = 0; i < COUNT; i++)
        numbers[i] = state = state * 1664525 + 1013904223;
    qsort(numbers, COUNT, sizeof *numbers, compare);
    for (int i = 1; i < COUNT; i++)
        if (numbers[i - 1] > numbers[i])
            return 1;
    for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + numbers[i];
    printf("%u %u %u\n", numbers[0], numbers[COUNT - 1], sum);
    free(numbers);
    return 0;
}
