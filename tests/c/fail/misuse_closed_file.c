// Writes to a closed stream.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("out.txt", "w");
    fputs("first\n", f);
    fclose(f);
    fputs("second\n", f);
    return 0;
}
