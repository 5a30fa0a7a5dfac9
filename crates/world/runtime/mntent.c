/* The table of mounted file systems, a text file of six columns. */
#define _GNU_SOURCE
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FILE *setmntent(const char *path, const char *mode)
{
    return fopen(path, mode);
}

int endmntent(FILE *table)
{
    if (table != NULL)
        fclose(table);
    return 1;
}

/* Blanks inside a column are written as octal numbers. */
static void decode(char *text)
{
    char *out = text;
    while (*text != '\0') {
        if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] >= '0' && text[2] <= '7' &&
            text[3] >= '0' && text[3] <= '7') {
            *out++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
            text += 4;
        } else if (text[0] == '\\' && text[1] == '\\') {
            *out++ = '\\';
            text += 2;
        } else {
            *out++ = *text++;
        }
    }
    *out = '\0';
}

/* Cuts the next column off; an empty string at the end of the line. */
static char *column(char **line)
{
    char *start = *line + strspn(*line, " \t");
    size_t length = strcspn(start, " \t");
    *line = start + length;
    if (**line != '\0')
        *(*line)++ = '\0';
    decode(start);
    return start;
}

static int number(char **line)
{
    return atoi(column(line));
}

struct mntent *getmntent_r(FILE *table, struct mntent *result, char *buffer, int size)
{
    char *line;
    do {
        if (fgets(buffer, size, table) == NULL)
            return NULL;
        if (strchr(buffer, '\n') == NULL) {
            int c;
            while ((c = getc(table)) != EOF && c != '\n')
                continue;
        }
        buffer[strcspn(buffer, "\n")] = '\0';
        line = buffer + strspn(buffer, " \t");
    } while (*line == '\0' || *line == '#');
    result->mnt_fsname = column(&line);
    result->mnt_dir = column(&line);
    result->mnt_type = column(&line);
    result->mnt_opts = column(&line);
    result->mnt_freq = number(&line);
    result->mnt_passno = number(&line);
    return result;
}

struct mntent *getmntent(FILE *table)
{
    static struct mntent entry;
    static char buffer[4096];
    return getmntent_r(table, &entry, buffer, sizeof buffer);
}

char *hasmntopt(const struct mntent *entry, const char *option)
{
    size_t length = strlen(option);
    char *place = entry->mnt_opts;
    while ((place = strstr(place, option)) != NULL) {
        if ((place == entry->mnt_opts || place[-1] == ',') &&
            (place[length] == '\0' || place[length] == '=' || place[length] == ','))
            return place;
        place = strchr(place, ',');
        if (place == NULL)
            break;
        place++;
    }
    return NULL;
}

static void encode(FILE *table, const char *text, const char *end)
{
    for (; *text != '\0'; text++) {
        if (strchr(" \t\n\\", *text) != NULL)
            fprintf(table, "\\%03o", *text);
        else
            putc(*text, table);
    }
    fputs(end, table);
}

int addmntent(FILE *table, const struct mntent *entry)
{
    if (fseek(table, 0, SEEK_END) != 0)
        return 1;
    encode(table, entry->mnt_fsname, " ");
    encode(table, entry->mnt_dir, " ");
    encode(table, entry->mnt_type, " ");
    encode(table, entry->mnt_opts, " ");
    fprintf(table, "%d %d\n", entry->mnt_freq, entry->mnt_passno);
    return fflush(table) != 0;
}
