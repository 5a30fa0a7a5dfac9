// Jumps into a function that has returned.
#include <setjmp.h>

static jmp_buf back;

static int prepare(void) { return setjmp(back); }

int main(void) {
    if (prepare() == 0)
        longjmp(back, 1);
    return 0;
}
