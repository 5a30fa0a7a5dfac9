// The result of fopen was not checked.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("/nowhere/at/all", "r");
    return getc(file);
}
