/* A value that a branch must leave alone. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    int y = 2;
    if (y == 1)
        x = x + 1;
    assert(x == 0);
    puts("ok");
    return 0;
}
