// Lines that only a `longjmp` reaches: the decisions that prevented the jump, not the causes of the jump that was made.
//
// $ whydunit trace why-not unmade.c:41#2 ./unmade
// $ whydunit trace why-not unmade.c:46#3 ./unmade
// $ whydunit trace why-not unmade.c:29 ./unmade
// $ whydunit trace why-not unmade.c:53 ./unmade
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top, inner, never;

static void fail(int code)
{
    printf("fail %d\n", code);
    longjmp(top, code);
}

static void check(int v)
{
    if (v > 10)
        fail(1);
    if (v == 7)
        longjmp(inner, 1);
}

static void item(int v)
{
    if (setjmp(inner)) {
        puts("inner");
        return;
    }
    check(v);
}

int main(void)
{
    static const int in[] = {3, 50, 4, 5};
    static int i, outs;
    if (setjmp(top)) {
        /* The 50. */
        puts("large");
        i++;
        outs++;
    }
    /* At the beginning and after each jump. */
    outs += 10;
    for (; i < 4; i++)
        item(in[i]);
    if (setjmp(never) == 0) {
        if (outs > 100)
            longjmp(never, 1);
    } else {
        puts("never");
    }
    printf("%d\n", outs);
    return 0;
}
