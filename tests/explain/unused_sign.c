// A sign is read and kept, but nothing is done with it.
// $ whydunit explain -e '-12\n' -- ./unused_sign
#include <stdio.h>
static int number(const char *text) {
    int value = 0, minus = 0;
    if (*text == '-') {
        minus = 1;
        text++;
    }
    while (*text)
        value = value * 10 + *text++ - '0';
    return value;
}
int main(void) {
    printf("%d\n", number("-12"));
    return 0;
}
