// A failed assertion: the counter starts at the wrong value.
// $ whydunit explain -- ./asserted
#include <assert.h>
#include <stdio.h>

int main(void) {
    int words = 1;
    const char *text = "two words";
    int inside = 0;
    for (const char *c = text; *c; c++) {
        if (*c == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words == 2);
    printf("%d\n", words);
    return 0;
}
