// A date of which one part was never set.
#include <stdio.h>
#include <time.h>

int main(void)
{
    struct tm date;
    date.tm_year = 120;
    date.tm_mon = 1;
    date.tm_hour = date.tm_min = date.tm_sec = 0;
    date.tm_isdst = 0;
    printf("%ld\n", (long)mktime(&date));
    return 0;
}
