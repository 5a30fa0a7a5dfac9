// The average of nothing.
#include <stdio.h>

static int average(const int *list, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += list[i];
    return sum / n;
}

int main(void) {
    int list[] = {1, 2, 3};
    printf("%d\n", average(list, 3));
    printf("%d\n", average(list, 0));
    return 0;
}
