// scanf of numbers: sizes, bases, widths, limits, the unread rest.
#include <stdio.h>

#define TRY(type, format, print, text)                            \
    do {                                                          \
        type value = (type)77;                                    \
        int end = -1;                                             \
        int count = sscanf(text, format "%n", &value, &end);      \
        printf("%-24s %-8s %d " print " %d\n", text, format, count, value, end); \
    } while (0)

int main(void) {
    TRY(int, "%d", "%d", "42");
    TRY(int, "%d", "%d", "  -17rest");
    TRY(int, "%d", "%d", "+5");
    TRY(int, "%d", "%d", "x");
    TRY(int, "%d", "%d", "");
    TRY(int, "%d", "%d", "-");
    TRY(int, "%3d", "%d", "123456");
    TRY(int, "%d", "%d", "99999999999");
    TRY(int, "%i", "%d", "0x1F");
    TRY(int, "%i", "%d", "017");
    TRY(int, "%i", "%d", "19");
    TRY(int, "%i", "%d", "0xg");
    TRY(unsigned, "%u", "%u", "-1");
    TRY(unsigned, "%x", "%x", "0xABCdefg");
    TRY(unsigned, "%o", "%o", "7778");
    TRY(long, "%ld", "%ld", "99999999999999999999");
    TRY(long, "%ld", "%ld", "-99999999999999999999");
    TRY(unsigned long, "%lu", "%lu", "18446744073709551616");
    TRY(short, "%hd", "%d", "70000");
    TRY(signed char, "%hhd", "%d", "300");
    TRY(long long, "%lld", "%lld", "-9223372036854775808");
    TRY(size_t, "%zu", "%zu", "12");
    TRY(float, "%f", "%.9g", "3.25");
    TRY(float, "%f", "%.9g", "1e39");
    TRY(double, "%lf", "%.17g", "0.1");
    TRY(double, "%lf", "%.17g", "-1.5e-3x");
    TRY(double, "%lf", "%.17g", "1e");
    TRY(double, "%lf", "%.17g", "1e+");
    TRY(double, "%lf", "%.17g", ".");
    TRY(double, "%lf", "%.17g", "0x1.8p1");
    TRY(double, "%lf", "%.17g", "inf");
    TRY(double, "%lf", "%.17g", "infinity");
    TRY(double, "%lf", "%.17g", "infinite");
    TRY(double, "%4lf", "%.17g", "123.456");
    TRY(double, "%le", "%.17g", "2.2250738585072011e-308");
    TRY(long double, "%Lf", "%.20Lg", "0.1");
    TRY(long double, "%Lf", "%.20Lg", "1e4932");
    TRY(long double, "%Lf", "%.20Lg", "1.18973149535723176506e+4932");
    int a, b, c;
    printf("%d ", sscanf("1 2 3", "%d %d %d", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("1,2", "%d,%d,%d", &a, &b, &c));
    printf("%d %d\n", a, b);
    printf("%d\n", sscanf("1:2", "%d,%d", &a, &b));
    printf("%d ", sscanf("7 8 9", "%*d %d %*d", &a));
    printf("%d\n", a);
    printf("%d ", sscanf("3 4", "%2$d %1$d", &a, &b));
    printf("%d %d\n", a, b);
    printf("%d\n", sscanf("", " %d", &a));
    printf("%d\n", sscanf("50%", "%d%%", &a));
    void *pointer;
    printf("%d ", sscanf("0x1234", "%p", &pointer));
    printf("%p\n", pointer);
    printf("%d ", sscanf("(nil)", "%p", &pointer));
    printf("%p\n", pointer);
    return 0;
}
