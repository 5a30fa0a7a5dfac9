// reachable over 4 bytes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    in[3] = 0;
    char *end;
    long n = strtol((char *)in, &end, 16);
    if (*end == 0)
        assert(n != 0xbe4);
    return 0;
}
