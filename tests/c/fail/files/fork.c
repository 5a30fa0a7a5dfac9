// There is only one process.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    printf("before\n");
    fflush(stdout);
    return fork() == 0;
}
