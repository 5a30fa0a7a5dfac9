// reachable over 1 bytes
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[1];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    unsigned char n = in[0] * 2;
    char *p = malloc(n);
    if (!p) return 1;
    if (in[0] > 4) p[3] = 1;
    free(p);
    return 0;
}
