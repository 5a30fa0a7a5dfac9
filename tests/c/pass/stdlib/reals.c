#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *texts[] = {"0", "-0", "1.5", " 3.25e2x", ".5", "5.", ".", "1e", "1e+", "0x1.8p3", "0x.8", "inf", "-INFINITY", "nan",
                           "nan(12)", "1e400", "-1e400", "1e-400", "4.9e-324", "1.7976931348623157e308", "0.1", "123456789012345678901234567890",
                           "2.2250738585072011e-308", "1e39", "1e-46", "+7", "--1", "1_0"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        errno = 0;
        double d = strtod(texts[i], &end);
        printf("%s: %a %td %d", texts[i], d, end - texts[i], errno);
        errno = 0;
        float f = strtof(texts[i], &end);
        printf(" | %a %td %d", f, end - texts[i], errno);
        errno = 0;
        long double l = strtold(texts[i], &end);
        printf(" | %La %td %d | %g\n", l, end - texts[i], errno, atof(texts[i]));
    }
    char buffer[64];
    puts(gcvt(3.14159265, 4, buffer));
    return 0;
}
