// Padding and unset bytes of a record go into standard output.
#include <stdio.h>
#include <string.h>

struct record { char name[8]; int value; };

int main(void) {
    struct record r;
    strcpy(r.name, "abc");
    r.value = 7;
    fwrite(&r, sizeof r, 1, stdout);
    return 0;
}
