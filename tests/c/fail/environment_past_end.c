// Writes past the end of an environment variable.
// env: NAME=abc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *name = getenv("NAME");
    name[4] = 'd';
    puts(name);
    return 0;
}
