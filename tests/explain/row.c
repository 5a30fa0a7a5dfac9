// The first element is left out; the sum of all has no value. The fault does not travel through the other elements.
// $ whydunit explain -- ./row
#include <stdio.h>
#include <stdlib.h>
static int *squares(int n) {
    int *row = malloc(n * sizeof *row);
    for (int i = 1; i < n; i++)
        row[i] = i * i;
    return row;
}
int main(void) {
    int *row = squares(3), sum = 0;
    for (int i = 0; i < 3; i++)
        sum += row[i];
    printf("%d\n", sum);
    free(row);
    return 0;
}
