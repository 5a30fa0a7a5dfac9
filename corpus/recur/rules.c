#include "rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A rule that is not limited, or hardly ever holds, ends after so many periods. */
#define MAX_PERIODS 40

static const char *const short_days[7] = {"mo", "tu", "we", "th", "fr", "sa", "su"};

static int find_weekday(const char *name)
{
    for (int i = 0; i < 7; i++)
        if (strncmp(name, short_days[i], 2) == 0)
            return i;
    return -1;
}

/* Reads "mo,we,fr" or "2tu" or "-1fr". */
static const char *parse_days(char *value, struct rule *rule)
{
    char *cursor = value;

    while (*cursor != '\0') {
        int weekday;
        if (isdigit((unsigned char)*cursor) || *cursor == '-')
            rule->ordinal = (int)strtol(cursor, &cursor, 10);
        weekday = find_weekday(cursor);
        if (weekday < 0)
            return "unknown weekday";
        rule->weekdays |= 1u << weekday;
        cursor += 2;
        if (*cursor == ',')
            cursor++;
    }
    return NULL;
}

static const char *parse_frequency(const char *value, struct rule *rule)
{
    static const char *const names[] = {"daily", "weekly", "monthly", "yearly"};

    for (int i = 0; i < 4; i++) {
        if (strcmp(value, names[i]) == 0) {
            rule->frequency = (enum frequency)i;
            return NULL;
        }
    }
    return "unknown frequency";
}

static const char *parse_part(const char *key, char *value, struct rule *rule)
{
    struct date date;

    if (strcmp(key, "freq") == 0)
        return parse_frequency(value, rule);
    if (strcmp(key, "byday") == 0)
        return parse_days(value, rule);
    if (strcmp(key, "interval") == 0) {
        rule->interval = atoi(value);
        return rule->interval > 0 && rule->interval <= 1000 ? NULL : "bad interval";
    }
    if (strcmp(key, "count") == 0) {
        rule->count = atoi(value);
        return rule->count > 0 ? NULL : "bad count";
    }
    if (strcmp(key, "monthday") == 0) {
        rule->month_day = atoi(value);
        return abs(rule->month_day) <= 31 ? NULL : "bad monthday";
    }
    if (strcmp(key, "until") == 0) {
        if (!parse_date(value, &date))
            return "bad date";
        rule->until = to_serial(&date);
        return NULL;
    }
    return "unknown key";
}

const char *parse_rule(const char *text, struct rule *rule)
{
    char copy[200];
    char *part;

    memset(rule, 0, sizeof *rule);
    rule->frequency = DAILY;
    rule->interval = 1;
    rule->until = -1;
    if (strlen(text) >= sizeof copy)
        return "rule too long";
    strcpy(copy, text);
    for (part = strtok(copy, ";"); part != NULL; part = strtok(NULL, ";")) {
        char *equals = strchr(part, '=');
        const char *problem;
        if (equals == NULL)
            return "missing =";
        *equals = '\0';
        problem = parse_part(part, equals + 1, rule);
        if (problem != NULL)
            return problem;
    }
    if (rule->ordinal != 0 && rule->frequency != MONTHLY)
        return "ordinal needs freq=monthly";
    return NULL;
}

/* ---- expansion ---------------------------------------------------------- */

struct expansion {
    const struct rule *rule;
    long first;
    int found;
    visitor *visit;
    void *context;
};

/* Offers a day; returns 0 when the recurrence is over. */
static int offer(struct expansion *expansion, long serial)
{
    const struct rule *rule = expansion->rule;

    if (rule->until >= 0 && serial > rule->until)
        return 0;
    if (serial < expansion->first)
        return 1;
    expansion->found++;
    if (!expansion->visit(serial, expansion->context))
        return 0;
    return rule->count == 0 || expansion->found < rule->count;
}

static int offer_week(struct expansion *expansion, long monday)
{
    for (int weekday = 0; weekday < 7; weekday++)
        if ((expansion->rule->weekdays >> weekday & 1u) != 0 &&
            !offer(expansion, monday + weekday))
            return 0;
    return 1;
}

/* Day of the month of the n-th (or n-th last) weekday, 0 if there is none. */
static int nth_weekday(int year, int month, int weekday, int ordinal)
{
    struct date edge = {year, month, 1};
    int length = days_in_month(year, month);
    int day;

    if (ordinal > 0) {
        int first = weekday_of(to_serial(&edge));
        day = 1 + (weekday - first + 7) % 7 + (ordinal - 1) * 7;
    } else {
        int last;
        edge.day = length;
        last = weekday_of(to_serial(&edge));
        day = length - (last - weekday + 7) % 7 + (ordinal + 1) * 7;
    }
    return day >= 1 && day <= length ? day : 0;
}

static int offer_month(struct expansion *expansion, int year, int month, int start_day)
{
    const struct rule *rule = expansion->rule;
    int length = days_in_month(year, month);
    struct date date = {year, month, 0};

    if (rule->weekdays == 0) {
        int wanted = rule->month_day != 0 ? rule->month_day : start_day;
        date.day = wanted > 0 ? wanted : length + 1 + wanted;
        if (date.day < 1 || date.day > length)
            return 1;
        return offer(expansion, to_serial(&date));
    }
    for (int day = 1; day <= length; day++) {
        int weekday;
        date.day = day;
        weekday = weekday_of(to_serial(&date));
        if ((rule->weekdays >> weekday & 1u) == 0)
            continue;
        if (rule->ordinal != 0 && nth_weekday(year, month, weekday, rule->ordinal) != day)
            continue;
        if (rule->month_day != 0 && rule->month_day != day)
            continue;
        if (!offer(expansion, to_serial(&date)))
            return 0;
    }
    return 1;
}

static int offer_year(struct expansion *expansion, int year, const struct date *start)
{
    struct date date = *start;

    date.year = year;
    if (!is_valid(&date))
        return 1;
    return offer(expansion, to_serial(&date));
}

static int offer_day(struct expansion *expansion, long serial)
{
    unsigned mask = expansion->rule->weekdays;

    if (mask != 0 && (mask >> weekday_of(serial) & 1u) == 0)
        return expansion->rule->until < 0 || serial <= expansion->rule->until;
    return offer(expansion, serial);
}

void expand_rule(const struct rule *rule, const struct date *start, visitor *visit,
                 void *context)
{
    struct rule weekly = *rule;
    struct expansion expansion = {rule, to_serial(start), 0, visit, context};
    long first = expansion.first;
    int running = 1;

    if (rule->frequency == WEEKLY && rule->weekdays == 0) {
        weekly.weekdays = 1u << weekday_of(first);
        expansion.rule = &weekly;
    }
    for (int period = 0; running && period < MAX_PERIODS; period++) {
        int step = period * rule->interval;
        struct date month = {start->year, start->month, 1};
        switch (rule->frequency) {
        case DAILY:
            running = offer_day(&expansion, first + step);
            break;
        case WEEKLY:
            running = offer_week(&expansion, first - weekday_of(first) + 7L * step);
            break;
        case MONTHLY:
            month = add_months(month, step);
            running = offer_month(&expansion, month.year, month.month, start->day);
            break;
        case YEARLY:
            running = offer_year(&expansion, start->year + step, start);
            break;
        }
    }
}
