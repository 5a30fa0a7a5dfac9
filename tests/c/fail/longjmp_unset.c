// Jumps before the buffer is set.
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    longjmp(back, 1);
}
