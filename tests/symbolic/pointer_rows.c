// reachable over 2 bytes
// A row chosen by one byte, a column by another: the address may lie in any of three arrays.
#include <assert.h>
#include <stdio.h>

int main(void) {
    static const short one[2] = {3, 5}, two[4] = {7, 11, 13, 17}, three[3] = {19, 23, 29};
    const short *rows[] = {one, two, three};
    int row = getchar() - '0', column = getchar() - '0';
    if (row < 0 || row > 2 || column < 0 || column > (row == 0 ? 1 : 2)) return 1;
    assert(rows[row][column] != 29);
    return 0;
}
