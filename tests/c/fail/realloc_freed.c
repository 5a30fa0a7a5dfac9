// Grows a buffer that was given back.
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(10);
    free(buffer);
    buffer = realloc(buffer, 20);
    return buffer != NULL;
}
