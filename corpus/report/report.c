/*
 * report SETTINGS.ini DATA.csv: prints a report on the data.
 *
 *   [report]  columns = a, b   where = a >= 10   sort = -b, a   limit = 5   group = a
 *             total = b (of a group: count, sum, mean, least and most of the column; without group: of all rows)
 *   [format]  separator = ;    decimals = 2
 */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS 4

typedef struct {
    int column;
    int down;
} SortKey;

typedef struct {
    int column;                 /* -1: every row is wanted */
    char op[3];
    char value[40];
} Filter;

typedef struct {
    int columns[MAX_COLUMNS], column_count;
    Filter filter;
    SortKey keys[MAX_KEYS];
    int key_count, limit, group, total, decimals;
} Plan;

typedef struct {
    int count, numbers;
    double sum, least, most, squares;
} Totals;

static const Plan *sorting;     /* qsort gives its callback no other way to know */

/* ---- the plan ---- */

/* Takes the next name of a list and moves behind it; 0 at the end. */
static int next_name(const char **list, char *name, size_t room)
{
    size_t length;
    *list += strspn(*list, " ,");
    length = strcspn(*list, ",");
    if (length == 0)
        return 0;
    snprintf(name, room, "%.*s", (int)length, *list);
    for (size_t end = strlen(name); end > 0 && name[end - 1] == ' '; end--)
        name[end - 1] = '\0';
    *list += length;
    return 1;
}

static int need_column(const Table *table, const char *name)
{
    int column = table_column(table, name);
    if (column < 0) {
        printf("no column %s\n", name);
        exit(2);
    }
    return column;
}

static void plan_columns(Plan *plan, const Table *table, const char *list)
{
    char name[40];
    while (plan->column_count < MAX_COLUMNS && next_name(&list, name, sizeof name))
        plan->columns[plan->column_count++] = need_column(table, name);
    for (int i = 0; plan->column_count == 0 && i < table->columns; i++)
        plan->columns[i] = i;
    if (plan->column_count == 0)
        plan->column_count = table->columns;
}

static void plan_sort(Plan *plan, const Table *table, const char *list)
{
    char name[40];
    while (plan->key_count < MAX_KEYS && next_name(&list, name, sizeof name)) {
        SortKey *key = &plan->keys[plan->key_count++];
        key->down = name[0] == '-';
        key->column = need_column(table, name + key->down);
    }
}

static void plan_filter(Plan *plan, const Table *table, const char *text)
{
    char name[40];
    plan->filter.column = -1;
    if (sscanf(text, "%39s %2[<>=!] %39[^\n]", name, plan->filter.op, plan->filter.value) == 3)
        plan->filter.column = need_column(table, name);
}

static void make_plan(Plan *plan, const Table *table, const Setting *all)
{
    const char *group = setting(all, "report", "group", "");
    const char *total = setting(all, "report", "total", "");
    memset(plan, 0, sizeof *plan);
    plan_columns(plan, table, setting(all, "report", "columns", ""));
    plan_filter(plan, table, setting(all, "report", "where", ""));
    plan_sort(plan, table, setting(all, "report", "sort", ""));
    plan->limit = atoi(setting(all, "report", "limit", "0"));
    plan->group = *group != '\0' ? need_column(table, group) : -1;
    plan->total = *total != '\0' ? need_column(table, total) : -1;
    plan->decimals = atoi(setting(all, "format", "decimals", "2"));
}

/* ---- rows ---- */

static int compare_cells(const char *a, const char *b)
{
    double x, y;
    if (to_number(a, &x) && to_number(b, &y))
        return (x > y) - (x < y);
    return strcmp(a, b);
}

static int is_wanted(const Filter *filter, const Row *row)
{
    if (filter->column < 0)
        return 1;
    int order = compare_cells(row->cell[filter->column], filter->value);
    if (strcmp(filter->op, "=") == 0 || strcmp(filter->op, "==") == 0)
        return order == 0;
    if (strcmp(filter->op, "!=") == 0)
        return order != 0;
    if (strcmp(filter->op, "<") == 0)
        return order < 0;
    if (strcmp(filter->op, "<=") == 0)
        return order <= 0;
    if (strcmp(filter->op, ">") == 0)
        return order > 0;
    return order >= 0;
}

static int by_keys(const void *a, const void *b)
{
    const Row *x = *(const Row *const *)a, *y = *(const Row *const *)b;
    for (int i = 0; i < sorting->key_count; i++) {
        const SortKey *key = &sorting->keys[i];
        int order = compare_cells(x->cell[key->column], y->cell[key->column]);
        if (order != 0)
            return key->down ? -order : order;
    }
    return (x > y) - (x < y);   /* otherwise as they come in the file */
}

static int choose_rows(const Plan *plan, const Table *table, const Row **rows)
{
    int count = 0;
    for (int i = 0; i < table->count; i++)
        if (is_wanted(&plan->filter, &table->rows[i]))
            rows[count++] = &table->rows[i];
    sorting = plan;
    qsort(rows, (size_t)count, sizeof *rows, by_keys);
    if (plan->limit > 0 && count > plan->limit)
        count = plan->limit;
    return count;
}

/* ---- output ---- */

static void print_rows(const Plan *plan, const Table *table, const Row **rows, int count)
{
    size_t width[MAX_COLUMNS];
    for (int i = 0; i < plan->column_count; i++) {
        int column = plan->columns[i];
        width[i] = strlen(table->header.cell[column]);
        for (int r = 0; r < count; r++)
            if (strlen(rows[r]->cell[column]) > width[i])
                width[i] = strlen(rows[r]->cell[column]);
    }
    for (int r = -1; r < count; r++) {
        const Row *row = r < 0 ? &table->header : rows[r];
        for (int i = 0; i < plan->column_count; i++) {
            double number;
            const char *cell = row->cell[plan->columns[i]];
            int to_right = r >= 0 && to_number(cell, &number);
            printf(to_right ? "%s%*s" : "%s%-*s", i > 0 ? " | " : "", (int)width[i], cell);
        }
        printf("\n");
    }
}

static void add_cell(Totals *totals, const char *cell)
{
    double number;
    totals->count++;
    if (!to_number(cell, &number))
        return;
    if (totals->numbers == 0 || number < totals->least)
        totals->least = number;
    if (totals->numbers == 0 || number > totals->most)
        totals->most = number;
    totals->numbers++;
    totals->sum += number;
    totals->squares += number * number;
}

static void print_totals(const char *name, const Totals *totals, int decimals)
{
    printf("%s: %d rows", name, totals->count);
    if (totals->numbers > 0) {
        double mean = totals->sum / totals->numbers;
        double variance = totals->squares / totals->numbers - mean * mean;
        printf(", sum %.*f, mean %.*f", decimals, totals->sum, decimals, mean);
        printf(", least %.*f, most %.*f", decimals, totals->least, decimals, totals->most);
        printf(", spread %.*f", decimals, sqrt(variance > 0 ? variance : 0));
    }
    printf("\n");
}

/* Groups come in the order of their first rows. */
static void print_groups(const Plan *plan, const Row **rows, int count)
{
    char done[MAX_ROWS] = {0};
    for (int i = 0; i < count; i++) {
        Totals totals = {0};
        const char *name = rows[i]->cell[plan->group];
        if (done[i])
            continue;
        for (int j = i; j < count; j++) {
            if (strcmp(rows[j]->cell[plan->group], name) == 0) {
                add_cell(&totals, plan->total >= 0 ? rows[j]->cell[plan->total] : "");
                done[j] = 1;
            }
        }
        print_totals(*name != '\0' ? name : "(none)", &totals, plan->decimals);
    }
}

static void print_report(const Plan *plan, const Table *table)
{
    const Row *rows[MAX_ROWS];
    int count = choose_rows(plan, table, rows);
    if (plan->group >= 0) {
        print_groups(plan, rows, count);
        return;
    }
    print_rows(plan, table, rows, count);
    if (plan->total >= 0) {
        Totals totals = {0};
        for (int i = 0; i < count; i++)
            add_cell(&totals, rows[i]->cell[plan->total]);
        print_totals("total", &totals, plan->decimals);
    }
}

static FILE *open_file(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        printf("cannot read %s\n", name);
        exit(2);
    }
    return file;
}

int main(int argc, char **argv)
{
    int bad_line;
    Plan plan;
    if (argc != 3) {
        puts("usage: report SETTINGS.ini DATA.csv");
        return 2;
    }
    FILE *file = open_file(argv[1]);
    Setting *all = settings_read(file, &bad_line);
    fclose(file);
    file = open_file(argv[2]);
    Table *table = table_read(file, setting(all, "format", "separator", ",")[0]);
    fclose(file);
    if (bad_line > 0)
        printf("%s:%d: not understood\n", argv[1], bad_line);
    make_plan(&plan, table, all);
    print_report(&plan, table);
    table_free(table);
    settings_free(all);
    return bad_line > 0 ? 1 : 0;
}
