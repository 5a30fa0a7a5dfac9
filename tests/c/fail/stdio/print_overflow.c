// The text is longer than the array.
#include <stdio.h>

static void label(char *target, int number) {
    sprintf(target, "number %d", number);
}

int main(void) {
    char text[10];
    label(text, 7);
    puts(text);
    label(text, 777);
    puts(text);
    return 0;
}
