// An even number is printed: no other `size` prints an odd one.
// $ whydunit explain -e '11 a\n' -- ./scaled
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int size = 5;
    char *text = malloc(size);
    memset(text, 'a', size);
    printf("%d %c\n", 2 * size, text[0]);
    free(text);
    return 0;
}
