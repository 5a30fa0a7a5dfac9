/* Workload d: shell sort and a hand-written quicksort of a million integers. */
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000000 };

static int numbers[COUNT];

static void fill(unsigned seed) {
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = seed >> 4;
    }
}

static void shell_sort(int *a, int n) {
    int gap = 1;
    while (gap < n / 3)
        gap = gap * 3 + 1;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < n; i++) {
            int value = a[i], j = i;
            while (j >= gap && a[j - gap] > value) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = value;
        }
}

static void quick_sort(int *a, int low, int high) {
    if (low >= high)
        return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick_sort(a, low, j);
    quick_sort(a, i, high);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    long check = 0;
    for (int r = 0; r < rounds; r++) {
        fill(r + 1);
        shell_sort(numbers, COUNT);
        check += numbers[COUNT / 2];
        fill(r + 2);
        quick_sort(numbers, 0, COUNT - 1);
        check += numbers[COUNT / 3];
    }
    printf("%ld\n", check);
    return 0;
}
