/* Settings from an INI file and tables from CSV files. */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>

#define MAX_COLUMNS 12
#define MAX_ROWS 200

/* ---- settings ---- */

typedef struct Setting {
    char *section, *name, *value;
    struct Setting *next;
} Setting;

Setting *settings_read(FILE *file, int *bad_line);      /* bad_line: 0 when all were good */
const char *setting(const Setting *all, const char *section, const char *name, const char *otherwise);
void settings_free(Setting *all);

/* ---- tables ---- */

typedef struct {
    char *cell[MAX_COLUMNS];
} Row;

typedef struct {
    int columns, count;
    Row header;
    Row rows[MAX_ROWS];
} Table;

Table *table_read(FILE *file, char separator);
int table_column(const Table *table, const char *name);  /* -1: there is none */
void table_free(Table *table);

/* 1 and the number when the whole text is one. */
int to_number(const char *text, double *number);

#endif
