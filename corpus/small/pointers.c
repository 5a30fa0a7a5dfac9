/* One cell is seen through two pointers. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int x = 2, y = 3;
    int *p = malloc(2 * sizeof *p);
    if (p == NULL)
        return 1;
    int *pp = p + 1;
    x = x + 1;
    p[1] = x;
    p[0] = y;
    if (x > 4)
        p[1] = 3;
    assert(*pp == 3);
    printf("%d %d\n", p[0], p[1]);
    free(p);
    return 0;
}
