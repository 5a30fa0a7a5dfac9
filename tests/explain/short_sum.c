// The type of the sum is too narrow.
// $ whydunit explain -e '40000\n' -- ./short_sum
#include <stdio.h>
int main(void) {
    short sum = 0;
    for (int i = 0; i < 4; i++)
        sum += 10000;
    printf("%d\n", sum);
    return 0;
}
