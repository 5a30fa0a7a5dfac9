#include <stdio.h>
#include <stdlib.h>

static void never(void)
{
    puts("not printed");
}

static void quick(void)
{
    puts("quick");
    fflush(stdout);
}

int main(void)
{
    atexit(never);
    at_quick_exit(quick);
    printf("lost without a flush");
    fflush(stdout);
    puts("");
    quick_exit(9);
}
