// Returns the address of a local array.
#include <stdio.h>

static char *format(int n) {
    char text[16];
    snprintf(text, sizeof text, "<%d>", n);
    char *result = text;
    return result;
}

int main(void) {
    char *s = format(7);
    return s[0];
}
