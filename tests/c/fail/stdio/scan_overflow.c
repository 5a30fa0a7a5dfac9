// A word longer than its array.
// stdin: short much-too-long\n
#include <stdio.h>

int main(void) {
    char word[8];
    while (scanf("%s", word) == 1)
        puts(word);
    return 0;
}
