/* Four switches on the command line; the nearest passing run differs in the last of them. */
#include <stdio.h>
#include <stdlib.h>

static int weigh(int a, int b, int c, int d)
{
    int x = 1;
    if (a)
        x = x + 1;
    if (b)
        x = x * 2;
    if (c) {
        if (d)
            x = x + 10;
        else
            x = x - 10;
    }
    return x;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    printf("%d\n", weigh(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), atoi(argv[4])));
    return 0;
}
