// A recursion that nothing ends: as deep as the stack is.
// $ whydunit explain --stack 300000 -- ./bottomless
#include <stdio.h>
static long product(int n) {
    return n * product(n - 1);
}
int main(void) {
    printf("%ld\n", product(5));
    return 0;
}
