// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[3] = {(char)in[0], (char)in[1], 0};
    FILE *file = fmemopen(text, 2, "r");
    int c = getc(file);
    ungetc(c, file);
    int d = getc(file), e = getc(file);
    assert(!(d == 'J' && e == 'K'));
    return 0;
}
