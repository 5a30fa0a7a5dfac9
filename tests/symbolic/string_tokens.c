// reachable over 5 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[5];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char text[6];
    memcpy(text, in, 5); text[5] = 0;
    char *a = strtok(text, ";"), *b = strtok(NULL, ";");
    assert(!(a && b && strcmp(a, "k") == 0 && strcmp(b, "v3") == 0));
    return 0;
}
