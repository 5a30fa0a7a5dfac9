// unreachable over 2 bytes
// The same with stores: whichever array is written to, the sum grows by one.
#include <assert.h>
#include <stdio.h>

int main(void) {
    static int one[2] = {3, 5}, two[3] = {7, 11, 13};
    int *rows[] = {one, two};
    int row = getchar() - '0', column = getchar() - '0';
    if (row < 0 || row > 1 || column < 0 || column > 1) return 1;
    rows[row][column] += 1;
    assert(one[0] + one[1] + two[0] + two[1] + two[2] == 40);
    return 0;
}
