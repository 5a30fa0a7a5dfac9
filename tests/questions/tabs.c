// A tab differs from a backslash with a t.
// $ whydunit slice -e 'a\tb' ./tabs
// $ whydunit slice -e 'a/tb' ./tabs
#include <stdio.h>

int main(void)
{
    printf("a\\tb\n");
    return 0;
}
