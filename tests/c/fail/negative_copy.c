// The same in a function of libc.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[32];
    const char *from = "name=value", *equals = strchr(from, '='), *colon = from;
    strncpy(text, equals, colon - equals);
    puts(text);
    return 0;
}
