// env: TZ=America/New_York
// strftime with flags and widths, strptime back.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    static const char *formats[] = {"%Y-%m-%d %H:%M:%S", "%c", "%x %X", "%A %a %B %b %h", "%C %y %G %g %V", "%U %W %u %w %j",
                                    "%e|%k|%l|%I|%p|%P", "%s %z %Z", "%D %F %R %T %r", "%_d %-d %05d %^a %#Z %10Y", "%n%t%%", "%Ey %Od %EC",
                                    "%q %", "%10F|%-H|%_M"};
    for (time_t t = 0; t < 2000000000; t += 123456789) {
        struct tm tm;
        localtime_r(&t, &tm);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            char text[200];
            size_t n = strftime(text, sizeof text, formats[i], &tm);
            printf("%zu [%s]\n", n, text);
        }
    }
    char small[5];
    struct tm tm = {.tm_year = 99, .tm_mday = 3};
    printf("%zu\n", strftime(small, sizeof small, "%Y!", &tm));
    printf("%zu %s\n", strftime(small, sizeof small, "%Y", &tm), small);
    struct tm read;
    memset(&read, 0, sizeof read);
    char *end = strptime("Thu 29 Feb 2024 13:45:06 tail", "%a %d %b %Y %T", &read);
    printf("%s|%d %d %d %d %d %d %d %d\n", end, read.tm_year, read.tm_mon, read.tm_mday, read.tm_hour, read.tm_min,
           read.tm_sec, read.tm_wday, read.tm_yday);
    printf("%p\n", (void *)strptime("nope", "%d", &read));
    return 0;
}
