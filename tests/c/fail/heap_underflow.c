// Removes trailing blanks of a string that has nothing else.
#include <stdlib.h>
#include <string.h>

static void trim(char *s) {
    char *end = s + strlen(s) - 1;
    while (*end == ' ')
        *end-- = '\0';
}

int main(void) {
    char *line = malloc(8);
    strcpy(line, "   ");
    trim(line);
    free(line);
    return 0;
}
