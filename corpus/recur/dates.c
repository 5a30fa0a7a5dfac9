#include "dates.h"

#include <stdio.h>
#include <stdlib.h>

const char *const weekday_names[7] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
const char *const month_names[12] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month)
{
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    if (month == 2 && is_leap(year))
        return 29;
    return lengths[month - 1];
}

int is_valid(const struct date *date)
{
    if (date->year < 1 || date->year > 9999)
        return 0;
    if (date->month < 1 || date->month > 12)
        return 0;
    return date->day >= 1 && date->day <= days_in_month(date->year, date->month);
}

static long days_before_year(int year)
{
    long past = year - 1;

    return past * 365 + past / 4 - past / 100 + past / 400;
}

int day_of_year(const struct date *date)
{
    int days = date->day;

    for (int month = 1; month < date->month; month++)
        days += days_in_month(date->year, month);
    return days;
}

long to_serial(const struct date *date)
{
    return days_before_year(date->year) + day_of_year(date) - 1;
}

struct date from_serial(long serial)
{
    struct date date;
    long rest;

    date.year = (int)(serial / 366) + 1;
    while (days_before_year(date.year + 1) <= serial)
        date.year++;
    rest = serial - days_before_year(date.year);
    date.month = 1;
    while (rest >= days_in_month(date.year, date.month)) {
        rest -= days_in_month(date.year, date.month);
        date.month++;
    }
    date.day = (int)rest + 1;
    return date;
}

int weekday_of(long serial)
{
    return (int)(serial % 7);
}

struct date add_months(struct date date, int months)
{
    int total = date.year * 12 + (date.month - 1) + months;
    int longest;

    date.year = total / 12;
    date.month = total % 12 + 1;
    longest = days_in_month(date.year, date.month);
    if (date.day > longest)
        date.day = longest;
    return date;
}

int iso_week(const struct date *date, int *week_year)
{
    /* The week belongs to the year that holds its Thursday. */
    long serial = to_serial(date);
    struct date thursday = from_serial(serial - weekday_of(serial) + 3);

    *week_year = thursday.year;
    return (day_of_year(&thursday) - 1) / 7 + 1;
}

/* The Gregorian computus: the Sunday after the first full moon of spring. */
struct date easter_sunday(int year)
{
    struct date moon = {year, 3, 21};
    int golden = year % 19;
    int century = year / 100;
    int leap_shift = century - century / 4;
    int moon_shift = (8 * century + 13) / 25;
    int epact = (19 * golden + leap_shift - moon_shift + 15) % 30;
    long serial;

    epact -= (epact == 29 || (epact == 28 && golden > 10)) ? 1 : 0;
    serial = to_serial(&moon) + epact;
    serial += 7 - (weekday_of(serial) + 1) % 7;
    return from_serial(serial);
}

int parse_date(const char *text, struct date *date)
{
    int used = 0;

    if (sscanf(text, "%4d-%2d-%2d%n", &date->year, &date->month, &date->day, &used) != 3)
        return 0;
    return text[used] == '\0' && is_valid(date);
}

void format_date(const struct date *date, char *text, unsigned size)
{
    snprintf(text, size, "%04d-%02d-%02d", date->year, date->month, date->day);
}
