#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void first(void)
{
    puts("registered first, runs last");
}

static void late(void)
{
    puts("registered while exiting");
}

static void second(void)
{
    puts("second");
    atexit(late);
}

static void with_status(int status, void *argument)
{
    printf("status %d %s\n", status, (char *)argument);
}

__attribute__((constructor)) static void before(void)
{
    puts("constructor");
}

__attribute__((destructor)) static void after(void)
{
    puts("destructor");
}

int main(void)
{
    atexit(first);
    on_exit(with_status, "argument");
    atexit(second);
    printf("no newline: ");
    exit(3);
}
