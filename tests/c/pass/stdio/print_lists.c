// v*printf: values in registers, in memory, long doubles aligned between them, lists copied and resumed.
#include <stdarg.h>
#include <stdio.h>

static int show(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vprintf(format, list);
    va_end(list);
    return count;
}

static void twice(const char *format, ...) {
    va_list list, copy;
    char text[256];
    va_start(list, format);
    va_copy(copy, list);
    int count = vsnprintf(text, sizeof text, format, list);
    printf("%d:%s", count, text);
    vfprintf(stdout, format, copy);
    va_end(copy);
    va_end(list);
}

static void resumed(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    printf(" then %d", va_arg(list, int));
    printf(" and %g\n", va_arg(list, double));
    va_end(list);
}

int main(void) {
    show("%d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9);
    show("%g %g %g %g %g %g %g %g %g %g\n", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5);
    show("%d %g %s %Lg %d %g %s %Lg %d %d %d %Lg\n", 1, 2.0, "three", 4.0L, 5, 6.0, "seven", 8.0L, 9, 10, 11, 12.0L);
    show("%d %d %d %d %d %d %Lf %d %Lf\n", 1, 2, 3, 4, 5, 6, 7.25L, 8, 9.25L);
    show("%2$d %1$d %3$Lg %4$s\n", 1, 2, 3.0L, "four");
    twice("%s=%d (%5.2f)\n", "x", 5, 2.345);
    resumed("%d %d %d %d %d %d %g", 1, 2, 3, 4, 5, 6, 7.5, 8, 9.5);
    printf("%d %f %d %f %d %f %d %f %d %f %d %f %d %f %d %f %d %f %d %f\n", 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7.,
           8, 8., 9, 9., 10, 10.);
    return 0;
}
