// Missing code: the counter is not reset for the second word.
// $ whydunit explain -e 'ab 2\ncde 3\n' -- ./stale
#include <stdio.h>

int main(void) {
    const char *words[] = {"ab", "cde"};
    int length = 0;
    for (int w = 0; w < 2; w++) {
        for (const char *c = words[w]; *c; c++)
            length++;
        printf("%s %d\n", words[w], length);
    }
    return 0;
}
