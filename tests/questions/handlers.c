// A handler runs after `main` has returned; it was the call of `atexit` that had it run.
// $ whydunit slice -e 'first 4' -- ./handlers
// $ whydunit slice --dot out.dot -e 'first 4' ./handlers > list; grep -e '->' out.dot
#include <stdio.h>
#include <stdlib.h>
static int calls;
static void last(void) { puts("last"); }
static void first(void) { printf("first %d\n", calls); }
int main(void) {
    atexit(last);
    atexit(first);
    calls = 3;
    return 0;
}
