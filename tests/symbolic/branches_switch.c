// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    int state = 0;
    for (int i = 0; i < 2; i++)
        switch (in[i]) {
        case 'a': state += 1; break;
        case 'b': case 'c': state *= 5; break;
        case 'z': state -= 3; break;
        default: state = -9;
        }
    assert(state != 5);
    return 0;
}
