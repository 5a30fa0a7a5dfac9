/* Dates of the Gregorian calendar and their arithmetic. */
#ifndef DATES_H
#define DATES_H

struct date {
    int year, month, day;
};

/* The serial number of 9999-12-31. */
#define LAST_SERIAL 3652058L

/* Monday is 0, Sunday is 6. */
extern const char *const weekday_names[7];
extern const char *const month_names[12];

int is_leap(int year);
int days_in_month(int year, int month);
int is_valid(const struct date *date);

/* Days since 0001-01-01, which is day 0 (a Monday). */
long to_serial(const struct date *date);
struct date from_serial(long serial);

int weekday_of(long serial);
int day_of_year(const struct date *date);

/* Adds months and keeps the day, or takes the month's last day. */
struct date add_months(struct date date, int months);

/* ISO 8601 week number; *week_year receives the year the week belongs to. */
int iso_week(const struct date *date, int *week_year);

struct date easter_sunday(int year);

/* Reads YYYY-MM-DD; returns 0 unless it is a valid date. */
int parse_date(const char *text, struct date *date);
void format_date(const struct date *date, char *text, unsigned size);

#endif
