/* Reads CSV: the first row names the columns; a field in quotes may hold separators, line ends and "". */
#include "table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELD 64

/* Reads one field; returns what ended it: the separator, '\n' or EOF. */
static int read_field(FILE *file, char separator, char *field)
{
    int length = 0, quoted = 0, c;
    while ((c = getc(file)) != EOF) {
        if (c == '"') {
            int next = quoted ? getc(file) : '"';
            if (quoted && next != '"') {
                quoted = 0;
                ungetc(next, file);
                continue;
            }
            if (!quoted) {
                quoted = 1;
                continue;
            }
        } else if (!quoted && (c == separator || c == '\n')) {
            break;
        } else if (!quoted && c == '\r') {
            continue;
        }
        if (length < MAX_FIELD - 1)
            field[length++] = (char)c;
    }
    field[length] = '\0';
    return c;
}

/* Reads a row; the number of its fields, 0 at the end of the file. */
static int read_row(FILE *file, char separator, Row *row)
{
    char field[MAX_FIELD];
    int count = 0, end;
    memset(row, 0, sizeof *row);
    do {
        end = read_field(file, separator, field);
        if (end == EOF && count == 0 && field[0] == '\0')
            return 0;
        if (count < MAX_COLUMNS)
            row->cell[count++] = strdup(field);
    } while (end == separator);
    return count;
}

static void free_row(Row *row)
{
    for (int i = 0; i < MAX_COLUMNS; i++) {
        free(row->cell[i]);
        row->cell[i] = NULL;
    }
}

/* Short rows are filled up with empty cells; empty lines are left out. */
static int complete(Row *row, int count, int columns)
{
    if (count == 1 && row->cell[0][0] == '\0')
        return 0;
    for (; count < columns; count++)
        row->cell[count] = strdup("");
    return 1;
}

Table *table_read(FILE *file, char separator)
{
    Table *table = calloc(1, sizeof *table);
    int count;
    table->columns = read_row(file, separator, &table->header);
    while (table->count < MAX_ROWS && (count = read_row(file, separator, &table->rows[table->count])) > 0) {
        Row *row = &table->rows[table->count];
        if (complete(row, count, table->columns))
            table->count++;
        else
            free_row(row);
    }
    return table;
}

int table_column(const Table *table, const char *name)
{
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->header.cell[i], name) == 0)
            return i;
    return -1;
}

void table_free(Table *table)
{
    free_row(&table->header);
    for (int i = 0; i < table->count; i++)
        free_row(&table->rows[i]);
    free(table);
}

int to_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    return end != text && *end == '\0';
}
