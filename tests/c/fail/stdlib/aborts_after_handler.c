#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void handler(int number)
{
    printf("handled %d\n", number);
    fflush(stdout);
}

int main(void)
{
    signal(SIGABRT, handler);
    abort();
}
