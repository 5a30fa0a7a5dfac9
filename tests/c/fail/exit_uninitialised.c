// Returns a status that is set on one path only.
#include <stdio.h>

static int count_lines(int argc) {
    int lines;
    if (argc > 1)
        lines = 1;
    return lines;
}

int main(int argc, char **argv) {
    (void)argv;
    puts("counted");
    return count_lines(argc);
}
