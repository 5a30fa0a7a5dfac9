// A null pointer given to a library function.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *home = getenv("NO_SUCH_VARIABLE");
    printf("%zu\n", strlen(home));
    return 0;
}
