// A script judges the runs.
// $ whydunit explain --oracle 'grep -q "^ok" $WHYDUNIT_RUN/stdout' -- ./judged 5
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int good = n > 5;
    puts(good ? "ok" : "not ok");
    return 0;
}
