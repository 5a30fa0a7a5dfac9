// Numbers of 128 bits, which the compiler stores in halves.
// $ whydunit explain -e '-70 -1\n' -- ./halves
#include <stdio.h>
int main(void) {
    __int128 a = 10;
    a = a * 3;
    a -= 101;
    int low = (int)a;
    printf("%d %d\n", low, (int)(a >> 100));
    return 0;
}
