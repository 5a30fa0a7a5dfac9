// Every change of the clocks in a few years, found by stepping; the zone changes while running.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void changes(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
    time_t t = 1640995200;
    int last = localtime(&t)->tm_isdst;
    printf("%s\n", zone);
    for (; t < 1640995200 + 3 * 366 * 86400L; t += 7200) {
        struct tm *tm = localtime(&t);
        if (tm->tm_isdst != last) {
            char text[60];
            strftime(text, sizeof text, "%a %F %T %z %Z", tm);
            printf("  %s\n", text);
            last = tm->tm_isdst;
        }
    }
}

int main(void)
{
    changes("Europe/London");
    changes("America/Los_Angeles");
    changes("America/Santiago");
    changes("Asia/Tokyo");
    changes("CET-1CEST,M3.5.0,M10.5.0/3");
    changes("AAA3BBB,J100/1,200/25");
    changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0");
    unsetenv("TZ");
    tzset();
    time_t zero = 0;
    printf("%s", asctime(gmtime(&zero)));
    return 0;
}
