// v*scanf: targets in a va_list.
// stdin: 5 six 7.5
#include <stdarg.h>
#include <stdio.h>

static int from_text(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    va_end(list);
    return count;
}

static int from_input(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vscanf(format, list);
    va_end(list);
    return count;
}

int main(void) {
    int v[9] = {0};
    printf("%d:", from_text("1 2 3 4 5 6 7 8 9", "%d%d%d%d%d%d%d%d%d", v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6, v + 7, v + 8));
    for (int i = 0; i < 9; i++)
        printf(" %d", v[i]);
    printf("\n%d:", from_text("1 2 3", "%3$d %1$d %2$d", v, v + 1, v + 2));
    printf(" %d %d %d\n", v[0], v[1], v[2]);
    char word[16];
    float real;
    printf("%d", from_input("%d %15s %f", v, word, &real));
    printf(" %d %s %g\n", v[0], word, real);
    return 0;
}
