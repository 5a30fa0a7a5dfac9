// The format wants more than was given.
#include <stdio.h>

int main(void) {
    const char *name = "width";
    printf("%s is %d\n", name);
    return 0;
}
