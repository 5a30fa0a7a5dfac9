// reachable over 3 bytes
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[24];
    snprintf(text, sizeof text, "92233720368547758%c%c%c", in[0], in[1], in[2]);
    errno = 0;
    long v = strtol(text, NULL, 10);
    assert(!(errno == ERANGE && v == LONG_MAX && isdigit(in[2])));
    return 0;
}
