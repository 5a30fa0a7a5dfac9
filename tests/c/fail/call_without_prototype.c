// Called without a prototype and without its second argument.
// with: parts/area.c
#include <stdio.h>

int area();

int main(void) {
    if (area(6) > 40)
        puts("large");
    return 0;
}
