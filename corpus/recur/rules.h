/* Recurrence rules: which days repeat an event. */
#ifndef RULES_H
#define RULES_H

#include "dates.h"

enum frequency { DAILY, WEEKLY, MONTHLY, YEARLY };

struct rule {
    enum frequency frequency;
    int interval;
    int count;                /* 0: not limited */
    long until;               /* last day allowed, -1: not limited */
    unsigned weekdays;        /* bit per weekday, Monday is bit 0 */
    int ordinal;              /* 2: second such weekday of the month, -1: last */
    int month_day;            /* day of the month, negative from its end, 0: the start's */
};

/* Reads "freq=monthly;interval=2;byday=-1fr;count=5"; returns what is wrong with it or NULL. */
const char *parse_rule(const char *text, struct rule *rule);

/* Called for every day of the recurrence; returns 0 to stop. */
typedef int visitor(long serial, void *context);

void expand_rule(const struct rule *rule, const struct date *start, visitor *visit,
                 void *context);

#endif
