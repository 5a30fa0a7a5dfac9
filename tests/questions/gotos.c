// Each computed goto decides where it is written, though clang has one block for all of them.
// $ whydunit slice --values -e '1' -- ./gotos
#include <stdio.h>
int main(void) {
    int x = 1, tot = 14;
    void *lab[] = { &&one, &&two };
    goto *lab[tot & 1];
one:
    x += 100;
two:
    printf("%d\n", x);
    return 0;
}
