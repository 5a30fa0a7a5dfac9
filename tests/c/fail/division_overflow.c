// The smallest int has no positive counterpart.
#include <limits.h>
#include <stdio.h>

static int scale(int value, int by) { return value / by; }

int main(void) {
    printf("%d\n", scale(INT_MIN, 2));
    printf("%d\n", scale(INT_MIN, -1));
    return 0;
}
