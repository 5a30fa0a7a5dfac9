// A file that is not there is read.
#include <stdio.h>

int main(void) {
    char line[80];
    FILE *f = fopen("no-such-file.txt", "r");
    while (fgets(line, sizeof line, f))
        fputs(line, stdout);
    return 0;
}
