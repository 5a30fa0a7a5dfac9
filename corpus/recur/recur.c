/* A calendar calculator: one command per line of standard input.
 *
 *   weekday DATE | week DATE | easter YEAR | cal YEAR MONTH
 *   add DATE N d|w|m|y | diff DATE DATE | holiday DATE
 *   workdays DATE DATE | deadline DATE N | rule DATE RULE | plan DATE RULE
 *
 * "plan" is like "rule", but days that fall on weekends or holidays move to
 * the next working day.  The exit status is the number of bad lines, at most 9. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dates.h"
#include "rules.h"

#define MAX_HOLIDAYS 32

struct agenda {
    long holidays[MAX_HOLIDAYS];       /* in order */
    int count;
};

static struct agenda agenda;

static void print_date(long serial)
{
    struct date date = from_serial(serial);
    char text[16];

    format_date(&date, text, sizeof text);
    printf("%s %s", weekday_names[weekday_of(serial)], text);
}

/* ---- holidays and working days ------------------------------------------ */

static int add_holiday(long serial)
{
    int place = agenda.count;

    if (agenda.count == MAX_HOLIDAYS)
        return 0;
    while (place > 0 && agenda.holidays[place - 1] > serial) {
        agenda.holidays[place] = agenda.holidays[place - 1];
        place--;
    }
    agenda.holidays[place] = serial;
    agenda.count++;
    return 1;
}

static int is_holiday(long serial)
{
    int low = 0, high = agenda.count - 1;

    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (agenda.holidays[middle] == serial)
            return 1;
        if (agenda.holidays[middle] < serial)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}

static int is_workday(long serial)
{
    return weekday_of(serial) < 5 && !is_holiday(serial);
}

static int count_workdays(long from, long to)
{
    int days = 0;

    for (long serial = from; serial <= to; serial++)
        if (is_workday(serial))
            days++;
    return days;
}

static long add_workdays(long serial, int days)
{
    while (days > 0) {
        serial++;
        if (is_workday(serial))
            days--;
    }
    return serial;
}

/* ---- visitors of recurrences -------------------------------------------- */

struct listing {
    int shown;
    int moved;
    long previous;
};

static int print_day(long serial, void *context)
{
    struct listing *listing = context;

    printf("  %2d ", ++listing->shown);
    print_date(serial);
    if (listing->previous >= 0)
        printf(" +%ld", serial - listing->previous);
    putchar('\n');
    listing->previous = serial;
    return listing->shown < 40;
}

static int print_planned(long serial, void *context)
{
    struct listing *listing = context;
    long day = serial;

    while (!is_workday(day))
        day++;
    if (day != serial)
        listing->moved++;
    if (day == listing->previous)
        return 1;
    return print_day(day, context);
}

/* ---- commands ----------------------------------------------------------- */

static int show_calendar(int year, int month)
{
    struct date first = {year, month, 1};
    int column;

    if (!is_valid(&first))
        return 0;
    printf("%s %d\nMo Tu We Th Fr Sa Su\n", month_names[month - 1], year);
    column = weekday_of(to_serial(&first));
    for (int i = 0; i < column; i++)
        printf("   ");
    for (int day = 1; day <= days_in_month(year, month); day++) {
        printf("%2d", day);
        column = (column + 1) % 7;
        putchar(column == 0 || day == days_in_month(year, month) ? '\n' : ' ');
    }
    return 1;
}

static int show_sum(struct date date, int amount, char unit)
{
    long serial;

    if (labs(amount) > LAST_SERIAL)
        return 0;
    switch (unit) {
    case 'd':
        serial = to_serial(&date) + amount;
        break;
    case 'w':
        serial = to_serial(&date) + 7L * amount;
        break;
    case 'y':
        amount *= 12;
        /* fall through */
    case 'm':
        if (date.year * 12 + date.month - 1 + amount < 12)
            return 0;
        date = add_months(date, amount);
        serial = to_serial(&date);
        break;
    default:
        return 0;
    }
    if (serial < 0 || serial > LAST_SERIAL)
        return 0;
    print_date(serial);
    putchar('\n');
    return 1;
}

static int show_rule(const struct date *start, const char *text, visitor *visit)
{
    struct listing listing = {0, 0, -1};
    struct rule rule;
    const char *problem = parse_rule(text, &rule);

    if (problem != NULL) {
        printf("rule: %s\n", problem);
        return 0;
    }
    expand_rule(&rule, start, visit, &listing);
    printf("%d days, %d moved\n", listing.shown, listing.moved);
    return 1;
}

static int show_week(const struct date *date)
{
    int year, week = iso_week(date, &year);

    printf("%04d-W%02d-%d\n", year, week, weekday_of(to_serial(date)) + 1);
    return 1;
}

/* Obeys a command about one date; second and third are its other words. */
static int obey_dated(const char *command, struct date date, const char *second,
                      const char *third)
{
    long serial = to_serial(&date);
    struct date end;

    if (strcmp(command, "weekday") == 0)
        return printf("%s\n", weekday_names[weekday_of(serial)]) > 0;
    if (strcmp(command, "week") == 0)
        return show_week(&date);
    if (strcmp(command, "add") == 0)
        return show_sum(date, atoi(second), third[0]);
    if (strcmp(command, "holiday") == 0)
        return add_holiday(serial);
    if (strcmp(command, "rule") == 0)
        return show_rule(&date, second, print_day);
    if (strcmp(command, "plan") == 0)
        return show_rule(&date, second, print_planned);
    if (strcmp(command, "deadline") == 0) {
        print_date(add_workdays(serial, atoi(second)));
        putchar('\n');
        return 1;
    }
    if (!parse_date(second, &end))
        return 0;
    if (strcmp(command, "diff") == 0)
        return printf("%ld days\n", to_serial(&end) - serial) > 0;
    if (strcmp(command, "workdays") == 0)
        return printf("%d workdays\n", count_workdays(serial, to_serial(&end))) > 0;
    return 0;
}

static int obey(const char *command, const char *first, const char *second, const char *third)
{
    struct date date;

    if (strcmp(command, "cal") == 0)
        return show_calendar(atoi(first), atoi(second));
    if (strcmp(command, "easter") == 0) {
        if (atoi(first) < 1583)
            return 0;
        date = easter_sunday(atoi(first));
        print_date(to_serial(&date));
        putchar('\n');
        return 1;
    }
    return parse_date(first, &date) && obey_dated(command, date, second, third);
}

int main(void)
{
    char line[256];
    int bad = 0, number = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        char command[16] = "", first[32] = "", second[160] = "", third[8] = "";
        number++;
        if (sscanf(line, "%15s %31s %159s %7s", command, first, second, third) < 1)
            continue;
        if (!obey(command, first, second, third)) {
            printf("line %d: cannot do this\n", number);
            bad++;
        }
    }
    return bad > 9 ? 9 : bad;
}
