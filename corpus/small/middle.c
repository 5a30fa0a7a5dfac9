/* Prints the middle one of three numbers. */
#include <stdio.h>

static int middle(int x, int y, int z)
{
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    return m;
}

int main(void)
{
    int x, y, z;
    if (scanf("%d %d %d", &x, &y, &z) != 3)
        return 1;
    printf("%d\n", middle(x, y, z));
    return 0;
}
