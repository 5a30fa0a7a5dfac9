// Files that disagree about types, as old programs do: a callee called at another type, sizes that differ.
// with: parts/different_types_other.c
#include <stdio.h>

long widen(int, int);
int narrow();
char *text_of(unsigned char);
extern int list[8];
typedef int (*any)();

int main(void) {
    printf("%ld\n", widen(3, 4));
    printf("%d %d\n", narrow(1), narrow(300, 2, 3));
    printf("%s\n", text_of(65));
    printf("%d %d\n", list[0], list[7]);
    any f = (any)widen;
    printf("%d\n", f(5, 6) == 30);
    return 0;
}
