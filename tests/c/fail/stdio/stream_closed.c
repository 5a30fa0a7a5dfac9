// A stream is used after it was closed.
#include <stdio.h>

static FILE *file;

int main(void) {
    file = fopen("/dev/null", "w");
    fputs("open\n", file);
    fclose(file);
    fputs("closed\n", file);
    return 0;
}
