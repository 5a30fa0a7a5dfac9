// The value travels through two calls before it decides something.
#include <stdio.h>

static int is_large(int n) { return n > 100; }

static int half(int n) { return n / 2; }

int main(void) {
    int width;
    int height = 10;
    if (is_large(half(width) + height))
        puts("large");
    return 0;
}
