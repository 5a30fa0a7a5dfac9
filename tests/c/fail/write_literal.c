// Changes a string literal.
#include <ctype.h>

static void capitalise(char *s) {
    s[0] = (char)toupper((unsigned char)s[0]);
}

int main(void) {
    char *name = "alice";
    capitalise(name);
    return 0;
}
