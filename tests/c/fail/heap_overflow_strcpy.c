// A name longer than its field.
#include <stdlib.h>
#include <string.h>

struct person { int age; char name[8]; };

int main(void) {
    struct person *p = malloc(sizeof *p);
    p->age = 40;
    strcpy(p->name, "Bartholomew");
    free(p);
    return 0;
}
