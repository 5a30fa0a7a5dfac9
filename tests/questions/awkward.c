// Negated tests, switch, early exits, functions that are never called, recursion, one-line loops.
// $ whydunit trace why-not awkward.c:23 -- ./awkward 3
// $ whydunit trace why-not awkward.c:28 -- ./awkward 3
// $ whydunit trace why-not awkward.c:30 -- ./awkward 3
// $ whydunit trace why-not awkward.c:30 --json -- ./awkward 3
// $ whydunit trace why-not awkward.c:36 -- ./awkward 3
// $ whydunit trace why-not awkward.c:47 -- ./awkward 3
// $ whydunit trace why-not awkward.c:40 -- ./awkward 3
// $ whydunit trace why awkward.c:43 -- ./awkward 3
// $ whydunit trace why awkward.c:36 -- ./awkward 3
// $ whydunit trace why awkward.c:17#2 -- ./awkward 3
// $ whydunit trace history total -- ./awkward 3
// $ whydunit trace history 'pair.b@awkward.c:46' -- ./awkward 3
// $ whydunit trace stats --json -- ./awkward 3 | grep -v recording
#include <stdio.h>
#include <stdlib.h>
static int depth(int n) { if (n == 0) return 0; return 1 + depth(n - 1); }
static int total;
static void count(const char *s) { while (*s) total += *s++ - '0'; }

static void unused(int n) {
    if (n > 1)
        puts("unused");
}

static int classify(int n) {
    if (!n && total)
        return 0;
    switch (n) {
    case 7: return 1;
    case 3: return 2;
    default: return 3;
    }
}

static void forgotten(void) { puts("forgotten"); }

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3)
        unused(argc);
    struct { int a, b; } pair = {1, 2};
    count("123");
    int n = atoi(argv[1]);
    if (!(n < 0) && classify(n) == 2)
        pair.b = depth(n);
    if (pair.b == 3)
        exit(4);
    puts("end");
    return argc > 100 ? (forgotten(), 1) : 0;
}
