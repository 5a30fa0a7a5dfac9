// A number with more digits than thought.
#include <stdio.h>
#include <stdlib.h>

static char *label(int n) {
    char *text = malloc(8);
    sprintf(text, "item %d", n);
    return text;
}

int main(void) {
    puts(label(1));
    puts(label(42));
    puts(label(1000));
    return 0;
}
