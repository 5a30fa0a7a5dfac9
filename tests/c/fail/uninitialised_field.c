// One field of a struct is forgotten.
#include <stdio.h>

struct options { int verbose, level, colour; };

static struct options parse(int count) {
    struct options o;
    o.verbose = count > 1;
    o.colour = 1;
    return o;
}

int main(void) {
    struct options o = parse(1);
    if (o.verbose || o.level > 2)
        puts("verbose");
    return 0;
}
