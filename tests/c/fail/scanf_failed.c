// Ignores that no number could be read.
// stdin: twelve\n
#include <stdio.h>

int main(void) {
    int n, total = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++)
        total += i;
    printf("%d\n", total);
    return 0;
}
