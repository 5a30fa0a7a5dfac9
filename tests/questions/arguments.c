// A wrong byte of the output leads to the argument that it shows, not to the texts of the others.
// $ whydunit slice -e 'Ada has 4 of nuts' -- ./arguments
// $ whydunit slice -e 'Eda has 6 of nuts' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of cuts' -- ./arguments
#include <stdio.h>
#include <string.h>
int main(void) {
    char name[8];
    char what[8];
    strcpy(name, "ada");
    name[0] = 'A';
    int n = 3;
    strcpy(what, "nuts");
    printf("%s has %d of %s\n", name, 2 * n, what);
    return 0;
}
