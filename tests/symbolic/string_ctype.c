// reachable over 3 bytes
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    for (int i = 0; i < 3; i++)
        if (!isalpha(in[i])) return 1;
    assert(toupper(in[0]) != 'Q' || !islower(in[1]) || in[2] != 'Z');
    return 0;
}
