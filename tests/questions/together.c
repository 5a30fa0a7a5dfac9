// Rounds that are shown together are counted over all of them.
// $ whydunit trace history total@together.c:11 -- ./together
#include <stdio.h>
int main(void) {
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int sum = 0;
        for (int j = 0; j < 3; j++)
            sum += j + 1;
        total += sum;
    }
    printf("%d\n", total);
    return 0;
}
