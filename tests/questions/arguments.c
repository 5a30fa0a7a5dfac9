// A wrong byte of the output leads to the argument that it shows, not to the texts of the others; also through `va_list`.
// $ whydunit slice -e 'Ada has 4 of nuts' -- ./arguments
// $ whydunit slice -e 'Eda has 6 of nuts' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of cuts' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of nuts\n6 2.5' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of nuts\n3 2.6' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of nuts\n3 2.5 cuts' -- ./arguments
// $ whydunit slice -e 'Ada has 6 of nuts\n3 2.5 nuts   8' -- ./arguments
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}
int main(void) {
    char name[8];
    char what[8];
    strcpy(name, "ada");
    name[0] = 'A';
    int n = 3;
    strcpy(what, "nuts");
    printf("%s has %d of %s\n", name, 2 * n, what);
    double price = 2.5;
    int width = 4;
    int rest = 7;
    say("%d %.1f %s %*d\n", n, price, what, width, rest);
    return 0;
}
