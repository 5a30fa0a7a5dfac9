// Skips over empty matches, but not past them: the run hangs. Giving up early would end it, too.
// $ whydunit explain -e 'a\nb\n' --budget 2000000 -- ./endless 'a  b'
#include <stdio.h>
#include <string.h>

static size_t word(const char *text) {
    return strcspn(text, " ");
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    const char *at = argv[1];
    while (*at) {
        size_t length = word(at);
        if (length > 0) {
            fwrite(at, 1, length, stdout);
            putchar('\n');
        }
        at += length;
    }
    return 0;
}
