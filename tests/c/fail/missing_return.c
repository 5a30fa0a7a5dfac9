// A function that forgets to return a value on one path.
#include <stdio.h>

static int sign(int n) {
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int main(void) {
    if (sign(5) == 1)
        puts("positive");
    if (sign(0) == 0)
        puts("zero");
    return 0;
}
