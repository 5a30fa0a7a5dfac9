// Neighbours in the same word are set, this bit is not.
#include <stdio.h>

struct flags { unsigned a : 3, b : 1, c : 4; };

int main(void) {
    struct flags f;
    f.a = 5;
    f.c = 9;
    printf("%u %u\n", f.a, f.c);
    if (f.b)
        puts("b");
    return 0;
}
