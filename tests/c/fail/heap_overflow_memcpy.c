// Copies a string without room for its end.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s));
    memcpy(copy, s, strlen(s) + 1);
    return copy;
}

int main(void) {
    char *copy = duplicate("twelve chars");
    free(copy);
    return 0;
}
