// A string that is only partly filled.
#include <stdio.h>

int main(void) {
    char text[8];
    for (int i = 0; i < 4; i++)
        text[i] = (char)('a' + i);
    puts(text);
    return 0;
}
