// A pointer to a variable of an inner block.
#include <stdio.h>

int main(void) {
    int *best = NULL;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        if (!best || square > *best)
            best = &square;
    }
    printf("%d\n", *best);
    return 0;
}
