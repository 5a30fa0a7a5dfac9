#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor(102))) static void second(void)
{
    puts("constructor 102");
}

__attribute__((constructor(101))) static void first(void)
{
    puts("constructor 101");
}

__attribute__((destructor(101))) static void last(void)
{
    puts("destructor 101");
}

__attribute__((destructor(102))) static void before_last(void)
{
    puts("destructor 102");
}

static void handler(void)
{
    puts("handler");
}

int main(void)
{
    atexit(handler);
    puts("main");
    return 0;
}
