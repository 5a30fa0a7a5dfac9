// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned word;
    unsigned char *bytes = (unsigned char *)&word;
    for (int i = 0; i < 4; i++)
        bytes[3 - i] = in[i];
    assert(word != 0x01020304u);
    return 0;
}
