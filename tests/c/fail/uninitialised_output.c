// Prints a sum that never started at zero.
#include <stdio.h>

int main(void) {
    int sum;
    for (int i = 0; i < 3; i++)
        sum += i;
    printf("the sum is %d\n", sum);
    return 0;
}
