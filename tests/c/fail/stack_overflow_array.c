// One step too far in an array on the stack.
#include <stdio.h>

int main(void) {
    int before = 1, squares[8], after = 2;
    for (int i = 0; i <= 8; i++)
        squares[i] = i * i;
    printf("%d %d %d\n", before, squares[7], after);
    return 0;
}
