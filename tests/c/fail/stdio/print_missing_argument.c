// A directive without an argument.
// flags: -Wno-format
#include <stdio.h>

int main(void) {
    printf("%d %d %s\n", 1, 2);
    return 0;
}
