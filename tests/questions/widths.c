// A width or precision argument is a cause of the text that it formats, not of the text of other arguments.
// $ whydunit slice -e '|  11|' -- ./widths
// $ whydunit slice -e '|    11|\n|1.5|' -- ./widths
// $ whydunit slice -e '|    11|\n|1.50|\n|ab|' -- ./widths
// $ whydunit slice -e '|    11|\n|1.50|\n|abc|\n|abc   |' -- ./widths
// $ whydunit slice -e '|    11|\n|1.50|\n|abc|\n|   abc|\n|7| 11|' -- ./widths
#include <stdio.h>
int main(void) {
    int a = 11;
    int w = 6;
    int pr = 2;
    double d = 1.5;
    const char *s = "abcdef";
    int n = 3;
    int seven = 7;
    printf("|%*d|\n", w, a);
    printf("|%.*f|\n", pr, d);
    printf("|%.*s|\n", n, s);
    printf("|%*.*s|\n", w, n, s);
    printf("|%3$d|%1$*2$d|\n", a, w, seven);
    return 0;
}
