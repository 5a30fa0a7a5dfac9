// Reads behind the end of a heap array.
#include <stdio.h>
#include <stdlib.h>

static int largest(const int *list, int n) {
    int best = list[0];
    for (int i = 1; i <= n; i++)
        if (list[i] > best)
            best = list[i];
    return best;
}

int main(void) {
    int n = 5, *list = malloc(n * sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = i * i;
    printf("%d\n", largest(list, n));
    free(list);
    return 0;
}
