// args: 2024 2
// A calendar page in the manner of cal.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int days_in(int year, int month)
{
    struct tm t = {.tm_year = year - 1900, .tm_mon = month, .tm_mday = 0, .tm_hour = 12};
    mktime(&t);
    return t.tm_mday;
}

static void page(int year, int month)
{
    struct tm first = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = 1, .tm_hour = 12};
    char title[40];
    mktime(&first);
    size_t n = strftime(title, sizeof title, "%B %Y", &first);
    printf("%*s%s\n", (int)(20 - n) / 2, "", title);
    puts("Su Mo Tu We Th Fr Sa");
    printf("%*s", first.tm_wday * 3, "");
    for (int day = 1; day <= days_in(year, month); day++)
        printf("%2d%c", day, (first.tm_wday + day) % 7 ? ' ' : '\n');
    puts("");
}

int main(int argc, char **argv)
{
    int year = argc > 1 ? atoi(argv[1]) : 1970, month = argc > 2 ? atoi(argv[2]) : 1;
    for (int m = month; m < month + 14; m++)
        page(year + (m - 1) / 12, (m - 1) % 12 + 1);
    return 0;
}
