// A loop that is left from inside a call that never comes back.
// $ whydunit trace why-not parsing.c:28#2 -- ./parsing
// $ whydunit trace why-not parsing.c:27#9 -- ./parsing
// $ whydunit trace why-not parsing.c:31#2 -- ./parsing
#include <stdio.h>
#include <stdarg.h>
#include <setjmp.h>
static jmp_buf env;
static int depth, last_error;
static int addall(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
static void fail(int code) {
    last_error = code;
    longjmp(env, code);
}
static int parse(const char *p) {
    int v = 0;
    depth++;
    for (; *p; p++) {
        if (*p < '0' || *p > '9')
            fail(*p);
        v = v * 10 + (*p - '0');
    }
    depth--;
    return v;
}
int main(void) {
    volatile int ok = 0;
    int e = setjmp(env);
    if (e == 0) {
        int a = parse("12");
        ok = addall(3, a, 5, 7);
        int b = parse("3z4");
        ok = b;
    } else {
        printf("error %c at depth %d\n", e, depth);
    }
    printf("%d\n", ok);
    return ok;
}
