/* Answers of glibc about dates, one line per line of input; fields are separated by tabs. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *field(char **rest) {
    char *start = *rest, *tab = strchr(start, '\t');
    if (tab) { *tab = 0; *rest = tab + 1; } else *rest = start + strlen(start);
    return start;
}

static void show(const struct tm *t) {
    printf("%d %d %d %d %d %d %d %d %d %ld\n", t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon,
           t->tm_year, t->tm_wday, t->tm_yday, t->tm_isdst, (long)t->tm_gmtoff);
}

int main(void) {
    static char line[10000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *rest = line, *kind = field(&rest), *zone = field(&rest);
        setenv("TZ", zone, 1);
        tzset();
        struct tm t = {0};
        if (*kind == 'f') {
            time_t when = atoll(field(&rest));
            char out[2000];
            localtime_r(&when, &t);
            size_t n = strftime(out, sizeof out, field(&rest), &t);
            printf("%zu %s\n", n, out);
        } else if (*kind == 'm') {
            int *all[] = {&t.tm_sec, &t.tm_min, &t.tm_hour, &t.tm_mday, &t.tm_mon, &t.tm_year, &t.tm_isdst};
            for (int i = 0; i < 7; i++) *all[i] = atoi(field(&rest));
            printf("%lld ", (long long)mktime(&t));
            show(&t);
        } else {
            char *text = field(&rest), *end = strptime(text, field(&rest), &t);
            printf("%d ", end ? (int)(end - text) : -1);
            if (end) show(&t); else puts("");
        }
    }
}
