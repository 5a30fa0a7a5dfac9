// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int state = 0, i = 0;
again:
    if (i == 2) goto end;
    state = state * 3 + (in[i++] == 'a');
    goto again;
end:
    assert(state != 4);
    return 0;
}
