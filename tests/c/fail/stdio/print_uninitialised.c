// A variable that was never set is printed.
#include <stdio.h>

int main(void) {
    int known = 1, unknown;
    printf("known = %d\n", known);
    fflush(stdout);
    printf("unknown = %d\n", unknown);
    return 0;
}
