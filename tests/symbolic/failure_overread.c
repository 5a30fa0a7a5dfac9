// reachable over 2 bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char *text = malloc(4);
    memcpy(text, "abc", 4);
    if (in[0] == 33) text[3] = 33;
    if (in[1] > 99) return (int)strlen(text) & 1;
    free(text);
    return 0;
}
