// reachable over 4 bytes
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[5];
    memcpy(text, in, 4);
    text[4] = 0;
    char *end;
    errno = 0;
    unsigned long v = strtoul(text, &end, 0);
    assert(!(v == 0x1f && *end == 0 && errno == 0));
    return 0;
}
