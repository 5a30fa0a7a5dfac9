// Values that nothing in the run gave: the chain ends at the declaration.
// $ whydunit trace history n@declared.c:13 ./declared
// $ whydunit trace history times@declared.c:21 ./declared
// $ whydunit trace history --json times@declared.c:21 ./declared | grep declared
#include <stdio.h>

static int n = 10, zero;

static int bump(void)
{
    static int calls = 5;
    calls++;
    int other = zero; n += calls;
    /* 10 + 6, and then 7 more. */
    return n + other;
}

int main(void)
{
    int times = bump() + bump();
    printf("%d\n", times);
    return 0;
}
