// A loop that does not end: the step is never made.
// $ whydunit explain --budget 1M -e '10\n' -- ./hang
#include <stdio.h>

int main(void) {
    int i = 0, sum = 0, step = 0;
    while (i < 5) {
        sum += i;
        i += step;
    }
    printf("%d\n", sum);
    return 0;
}
