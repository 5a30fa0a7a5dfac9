/* Prints the average of the numbers that it reads. `sum` has no first value. */
#include <stdio.h>

int main(void) {
    int sum, count = 0, number;
    while (scanf("%d", &number) == 1) {
        sum += number;
        count++;
    }
    printf("%d\n", sum / count);
    return 0;
}
