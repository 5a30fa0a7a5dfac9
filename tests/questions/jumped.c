/* A call that `longjmp` led out of did not come back, so nothing in it let it come back. */
// $ whydunit trace why jumped.c:42 -- ./jumped
// $ whydunit trace why jumped.c:36 -- ./jumped
// $ whydunit trace history --depth 20 sum -- ./jumped
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int depth;

static void parse(const char *s)
{
    for (; *s; s++) {
        if (*s == '(') {
            depth++;
            if (depth > 3)
                longjmp(env, depth);
        }
    }
}

static int add(int n)
{
    int more = 0;
    if (n > 0) {
        int rest = add(n - 1);
        more = rest + n;
    }
    return more;
}

int main(void)
{
    int sum = add(4);
    int code = setjmp(env);
    if (code == 0) {
        parse("(");
        parse("((((");
    } else if (code == 99) {
        puts("unbalanced");
    } else {
        printf("too deep: %d\n", sum);
    }
    return 0;
}
