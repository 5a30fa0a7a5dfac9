// reachable over 2 bytes
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char *p = malloc(4);
    if (in[0] == 3) free(p);
    if (in[1] == in[0] + 4) free(p);
    return 0;
}
