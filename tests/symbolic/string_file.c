// reachable over 3 bytes
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static unsigned char in[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    FILE *file = fopen("kept", "w+");
    if (!file) return 3;
    fwrite(in, 1, 3, file);
    rewind(file);
    char back[4] = "";
    if (fread(back, 1, 3, file) != 3) return 4;
    assert(strcmp(back, "xyz") != 0);
    fclose(file);
    return 0;
}
