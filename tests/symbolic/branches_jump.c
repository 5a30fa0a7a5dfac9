// reachable over 2 bytes
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    jmp_buf env;
    int code = setjmp(env);
    if (code == 0 && in[0] == 77) longjmp(env, in[1]);
    assert(code != 99);
    return 0;
}
