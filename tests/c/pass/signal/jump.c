#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;
static jmp_buf plain;
static volatile int tries;

static void handler(int number)
{
    printf("signal %d, try %d\n", number, tries);
    siglongjmp(place, number);
}

static int deep(int level)
{
    if (level == 0)
        longjmp(plain, 42);
    return deep(level - 1) + 1;
}

int main(void)
{
    signal(SIGTERM, handler);
    int got = sigsetjmp(place, 1);
    if (tries++ < 3)
        raise(SIGTERM);
    printf("last %d\n", got);
    int value = setjmp(plain);
    if (value == 0)
        deep(5);
    printf("came back with %d\n", value);
    return 0;
}
