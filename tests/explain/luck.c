// 1846 cannot be had from any `w` without an overflow.
// $ whydunit explain -e '1846\n' -- ./luck
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long v = strtol("12", NULL, 10);
    int w = atoi("3");
    long r = v * 37 + w * 11;
    printf("%ld\n", r);
    return 0;
}
