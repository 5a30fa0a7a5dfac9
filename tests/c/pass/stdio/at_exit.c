// exit flushes after the handlers; handlers may still print.
#include <stdio.h>
#include <stdlib.h>

static FILE *file;

static void last(void) {
    printf("last handler\n");
    fputs("from a handler\n", file);
}

static void first(void) {
    printf("first handler\n");
}

int main(void) {
    file = fopen("log", "w");
    fputs("from main\n", file);
    atexit(last);
    atexit(first);
    printf("main ends");
    exit(7);
}
