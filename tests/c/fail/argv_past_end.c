// Reads past the end of a command line argument.
// args: ab
#include <stdio.h>

int main(int argc, char **argv) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += argv[argc - 1][i];
    printf("%d\n", sum);
    return 0;
}
