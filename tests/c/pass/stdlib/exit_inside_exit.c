#include <stdio.h>
#include <stdlib.h>

static void third(void)
{
    puts("third");
}

static void second(void)
{
    puts("second");
    exit(5);
}

static void first(void)
{
    puts("first");
}

int main(void)
{
    atexit(third);
    atexit(second);
    atexit(first);
    return 2;
}
