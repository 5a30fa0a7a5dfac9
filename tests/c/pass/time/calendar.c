// env: TZ=Europe/Berlin
// Dates of many moments in several zones, both ways.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(const char *what, const struct tm *t)
{
    printf("%s %d-%02d-%02d %02d:%02d:%02d wday %d yday %d dst %d off %ld %s\n", what, t->tm_year + 1900, t->tm_mon + 1,
           t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

int main(void)
{
    static const char *zones[] = {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "EST5EDT,M3.2.0,M11.1.0",
                                  "<+0330>-3:30", "Australia/Sydney", "nonsense"};
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        setenv("TZ", zones[z], 1);
        tzset();
        printf("== %s: %s %s %ld\n", zones[z], tzname[0], tzname[1], timezone);
        for (time_t t = -2000000000; t < 5000000000; t += 333333333) {
            struct tm *g = gmtime(&t);
            show("gm", g);
            if (timegm(g) != t)
                printf("timegm differs\n");
            struct tm l = *localtime(&t);
            show("local", &l);
            time_t back = mktime(&l);
            if (back != t)
                printf("mktime %ld for %ld\n", (long)back, (long)t);
        }
    }
    struct tm wild = {.tm_year = 124, .tm_mon = 25, .tm_mday = -40, .tm_hour = 99, .tm_min = -600, .tm_sec = 100000, .tm_isdst = -1};
    setenv("TZ", "Europe/Berlin", 1);
    printf("%ld\n", (long)mktime(&wild));
    show("wild", &wild);
    struct tm gap = {.tm_year = 123, .tm_mon = 2, .tm_mday = 26, .tm_hour = 2, .tm_min = 30, .tm_isdst = -1};
    printf("%ld\n", (long)mktime(&gap));
    show("gap", &gap);
    time_t zero = 0;
    fputs(ctime(&zero), stdout);
    fputs(asctime(gmtime(&zero)), stdout);
    printf("%.1f\n", difftime(10, 3));
    return 0;
}
