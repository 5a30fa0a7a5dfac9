// Use after free, and a double free on the other way.
// $ whydunit explain -- ./freed
// $ whydunit explain -- ./freed twice
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    int *box = malloc(sizeof *box);
    *box = 7;
    int done = 1;
    if (done)
        free(box);
    if (argc > 1)
        free(box);
    printf("%d\n", *box);
    return 0;
}
