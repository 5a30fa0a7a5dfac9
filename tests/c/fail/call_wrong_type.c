// A table of functions with one that takes another number of arguments.
#include <stdio.h>

typedef int operation(int);

static int twice(int a) { return 2 * a; }
static int sum(int a, int b) { return a + b; }

static operation *const table[] = {twice, (operation *)sum};

int main(void) {
    for (int i = 0; i < 2; i++)
        printf("%d\n", table[i](21));
    return 0;
}
