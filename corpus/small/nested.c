/* An assignment under three tests, of which the middle one is to blame. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int a = 2, b = 1, c = 1, d = 0;
    if (a > 0) {
        if (b > 0)
            if (c != 2)
                c = 2;
        d = c + 3;
    }
    assert(d == 5);
    puts("ok");
    return 0;
}
