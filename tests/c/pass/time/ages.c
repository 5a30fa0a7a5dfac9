// stdin: 1990-05-17\n2000-02-29\nnonsense\n1969-12-31\n2023-11-14\n1999-02-30\n
// env: TZ=UTC
// Reads dates, prints how long ago they were on a fixed day.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    struct tm today = {.tm_year = 123, .tm_mon = 10, .tm_mday = 14};
    time_t now = timegm(&today);
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        struct tm born;
        memset(&born, 0, sizeof born);
        char *end = strptime(line, "%Y-%m-%d", &born);
        if (!end || *end) {
            printf("%s: not a date\n", line);
            continue;
        }
        int age = today.tm_year - born.tm_year - (today.tm_yday < born.tm_yday);
        printf("%s: %d years, %.0f days, weekday %d\n", line, age, difftime(now, timegm(&born)) / 86400, born.tm_wday);
    }
    return 0;
}
