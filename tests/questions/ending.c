// The end of a run: its status has its own cause, not the handlers that run after it.
//
// $ whydunit slice --expect-exit 0 ./ending
// $ whydunit slice --expect-exit 0 -- ./ending deep
// $ whydunit trace why-not ending.c:34 -- ./ending deep
#include <stdio.h>
#include <stdlib.h>

static int errors;

static void bye(void)
{
    fflush(stdout);
}

static void check(int n)
{
    if (n > 2)
        errors++;
}

static void deep(int n)
{
    if (n == 2)
        exit(n + 1);
}

int main(int argc, char **argv)
{
    atexit(bye);
    check(argc + 1);
    check(argc + 2);
    deep(argc);
    puts("done");
    return errors;
}
