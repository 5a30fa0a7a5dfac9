// An int where the format wants a string.
#include <stdio.h>

int main(void) {
    int code = 42;
    printf("error: %s\n", code);
    return 0;
}
