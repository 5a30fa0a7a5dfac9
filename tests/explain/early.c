// Too little output: the loop ends one line early.
// $ whydunit explain -e 'line 1\nline 2\nline 3\n' -- ./early 3
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int lines = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 1; i < lines; i++)
        printf("line %d\n", i);
    return 0;
}
