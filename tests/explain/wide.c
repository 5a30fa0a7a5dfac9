// A product that does not fit an int.
// $ whydunit explain -e '10000000000\n' -- ./wide
#include <stdio.h>

int main(void) {
    int side = 100000;
    int area = side * side;
    printf("%lld\n", (long long)area);
    return 0;
}
