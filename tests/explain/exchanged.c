// Two statements in the wrong order.
// $ whydunit explain -e '12\n7\n' -- ./exchanged
#include <stdio.h>
static int gcd(int x, int y) {
    while (y != 0) {
        int rest = x % y;
        y = rest;
        x = y;
    }
    return x;
}
int main(void) {
    printf("%d\n", gcd(48, 36));
    printf("%d\n", gcd(35, 14));
    return 0;
}
