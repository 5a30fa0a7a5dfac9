// strncpy leaves the end off.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4], copy[16];
    strncpy(word, "word", sizeof word);
    strcpy(copy, word);
    puts(copy);
    return 0;
}
