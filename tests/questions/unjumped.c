// A `longjmp` that was not made: values that would be defined behind the `setjmp`, and values that would not be.
// $ whydunit slice -e '40' -- ./unjumped
// $ whydunit slice --dynamic -e '40' -- ./unjumped
// $ whydunit slice -e '6\n8' -- ./unjumped
#include <stdio.h>
#include <setjmp.h>
static jmp_buf env, other;
static int limit = 100, state = 1;
static void guard(int v) {
    if (v > limit)
        longjmp(env, 2);
}
static void body(int n) {
    guard(n);
    state = state + 5;
}
static void jump_if(int c) {
    if (c)
        longjmp(other, 1);
}
int main(int argc, char **argv) {
    int n = 50;
    int c = setjmp(env);
    if (c == 0)
        body(n);
    else
        state = 40;
    printf("%d\n", state);
    volatile int y = 2;
    if (setjmp(other) == 0)
        jump_if(argc > 2);
    else
        y = 8;
    printf("%d\n", y);
    return 0;
}
