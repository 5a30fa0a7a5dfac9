/* Prints its arguments in order, sorted by Shell's method. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 32

static int numbers[MOST];

static void shell_sort(int *a, int size)
{
    int gap = 1;
    while (gap <= size / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (int i = gap; i < size; i++) {
            int value = a[i], j = i;
            while (j >= gap && a[j - gap] > value) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = value;
        }
    }
}

int main(int argc, char **argv)
{
    int count = argc - 1;
    if (count >= MOST)
        return 1;
    for (int i = 0; i < count; i++)
        numbers[i] = atoi(argv[i + 1]);
    shell_sort(numbers, argc - 1);
    for (int i = 0; i < count; i++)
        printf("%d ", numbers[i]);
    printf("\n");
    return 0;
}
