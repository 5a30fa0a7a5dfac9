#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char options[] = "ro,size=12,bogus,name=", *place = options, *value;
    char *known[] = {"ro", "size", "name", NULL};
    while (*place != '\0') {
        int index = getsubopt(&place, known, &value);
        printf("%d %s\n", index, value ? value : "(none)");
    }
    printf("%ld %s %s\n", a64l("zz1"), l64a(123456789), l64a(0));
    printf("%d %d %d\n", rpmatch("yes"), rpmatch("No"), rpmatch("maybe"));
    char buffer[40];
    printf("%d %s\n", strfromd(buffer, sizeof buffer, "%.3e", 12345.678), buffer);
    printf("%d %s\n", strfromf(buffer, 5, "%g", 0.1f), buffer);
    printf("%d %s\n", strfroml(buffer, sizeof buffer, "%A", 1.5L), buffer);
    printf("%d %d %d %d\n", ffs(0), ffs(12), ffsl(1L << 40), ffsll(-1));
    return 0;
}
