// Reads a pointer behind the null pointer that ends argv.
// args: a
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i <= argc + 1; i++)
        puts(argv[i] ? argv[i] : "end");
    return 0;
}
