// A character that was never read.
#include <stdio.h>

int main(void) {
    char line[8];
    line[0] = 'a';
    putchar(line[0]);
    putchar(line[1]);
    return 0;
}
