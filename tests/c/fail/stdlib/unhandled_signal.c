#include <signal.h>
#include <stdio.h>

int main(void)
{
    puts("before");
    fflush(stdout);
    raise(SIGTERM);
    puts("not reached");
    return 0;
}
