// Strings and characters, null pointers, the bytes that are read, invalid directives.
#include <errno.h>
#include <stdio.h>

int main(void) {
    char unterminated[3] = {'a', 'b', 'c'};
    printf("%s|%10s|%-10s|%.2s|%5.1s|%-5.1s|%.0s|\n", "hello", "hello", "hello", "hello", "hello", "hello", "hello");
    printf("%.3s|%.*s|\n", unterminated, 2, unterminated);
    char *nothing = NULL;
    printf("%s|%.3s|%.6s|%10s|\n", nothing, nothing, nothing, nothing);
    printf("%c%c%c|%5c|%-5c|\n", 'a', 'b', 'c', 'd', 'e');
    printf("[%c]", 0);
    printf("%%|%5%|%-5%|\n");
    printf("%d%%\n", 50);
    int length = printf("%s\n", "");
    printf("%d\n", length);
    int a = 0, b = 0;
    long c = 0;
    signed char d = 0;
    printf("one%n two%n three%ln four%hhn\n", &a, &b, &c, &d);
    printf("%d %d %ld %d\n", a, b, c, d);
    errno = ENOENT;
    printf("%m|%25m|%-25m|%.7m|\n");
    printf("%s %s %s %d\n", "many", "strings", "in a row", 4);
    printf("%1$s %2$s %1$s\n", "first", "second");
    printf("%3$d %2$d %1$d %2$*1$d\n", 5, 6, 7);
    printf("%2$.*1$f|%3$-8s|%4$Lf|%5$c\n", 2, 3.14159, "x", 2.5L, 'y');
    return 0;
}
