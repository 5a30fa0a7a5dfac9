#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers), *first = numbers;
    *first = 1;
    numbers = realloc(numbers, 400 * sizeof *numbers);
    *first = 2;
    free(numbers);
    return 0;
}
