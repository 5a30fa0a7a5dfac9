// Out of bounds: one element too few.
// $ whydunit explain -e '0 1 4 9 16\n' -- ./outside
#include <stdio.h>

int main(void) {
    int squares[4];
    for (int i = 0; i < 5; i++)
        squares[i] = i * i;
    printf("%d %d %d %d %d\n", squares[0], squares[1], squares[2], squares[3], squares[4]);
    return 0;
}
