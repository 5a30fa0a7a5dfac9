// Frees a pointer that was moved on.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = malloc(16), *p = text;
    strcpy(text, "  padded");
    while (*p == ' ')
        p++;
    free(p);
    return 0;
}
