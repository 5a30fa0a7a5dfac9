// Conditions that decide nothing, conditions without braces before them, and code that runs at the end of the program.
//
// $ whydunit trace why ends.c:26 ./ends
// $ whydunit trace why-not ends.c:26#9 ./ends
// $ whydunit trace why ends.c:33 ./ends
// $ whydunit trace why ends.c:38 ./ends
// $ whydunit trace why ends.c:17 ./ends
// $ whydunit slice --from ends.c:42 ./ends
// $ whydunit trace why ends.c:17 ./ends early
#include <stdio.h>
#include <stdlib.h>

static int count;

static void bye(void)
{
    printf("%d rounds\n", count);
}

int main(int argc, char **argv)
{
    atexit(bye);
    if (argc > 1)
        exit(1);
    do
        count++;
    while (count < 4);

    int n = 0;
    do {
        if (++n > 2)
            break;
        count += n;
    } while (1);

    int *p = &n;
    do
        *p -= 1;
    while (*p > 0
           && count > 3);
    count += *p;
    printf("%d\n", count);
    return 0;
}
