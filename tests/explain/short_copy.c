// The end of the string has no room.
// $ whydunit explain -- ./short_copy
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *keep(const char *text) {
    char *kept = malloc(strlen(text));
    return strcpy(kept, text);
}
int main(void) {
    char *name = keep("whydunit");
    puts(name);
    free(name);
    return 0;
}
