// Calls that never come back: the run ends inside them, or jumps out of them.
//
// $ whydunit trace why-not departing.c:39#3 ./departing
// $ whydunit trace why-not departing.c:25#3 ./departing
// $ whydunit trace why-not departing.c:48 ./departing

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf top;

static void check(int weight)
{
    if (weight > 10)
        longjmp(top, weight);
}

static int sum;

static void weigh(const int *all, int count)
{
    for (int i = 0; i < count; i++) {
        check(all[i]);
        sum += all[i];
    }
}

static void say(char c)
{
    if (c == 'x')
        exit(3);
}

static void spell(const char *text)
{
    while (1) {
        say(*text);
        putchar(*text++);
    }
}

int main(void)
{
    int weights[4] = {3, 4, 20, 5};
    if (setjmp(top) == 0) {
        weigh(weights, 4);
        puts("weighed");
    }
    printf("%d\n", sum);
    spell("abxc");
    /* spell ends the run. */
    puts("done");
    return 0;
}
