// The wrong exit status.
// $ whydunit explain --expect-exit 0 -- ./status 4
#include <stdlib.h>

static int is_even(int n) {
    return n % 2 == 1;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    return is_even(n) ? 0 : 1;
}
