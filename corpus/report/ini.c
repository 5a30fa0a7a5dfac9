/* [section], name = value, ; comments */
#include "table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *text)
{
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static Setting *new_setting(const char *section, const char *name, const char *value)
{
    Setting *s = calloc(1, sizeof *s);
    s->section = strdup(section);
    s->name = strdup(name);
    s->value = strdup(value);
    return s;
}

Setting *settings_read(FILE *file, int *bad_line)
{
    Setting *first = NULL, **end = &first;
    char line[160], section[40] = "";
    *bad_line = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        char *text = trim(line);
        size_t length = strlen(text);
        char *equals = strchr(text, '=');
        if (length == 0 || *text == ';') {
            continue;
        } else if (*text == '[' && text[length - 1] == ']') {
            text[length - 1] = '\0';
            snprintf(section, sizeof section, "%s", trim(text + 1));
        } else if (equals != NULL) {
            *equals = '\0';
            *end = new_setting(section, trim(text), trim(equals + 1));
            end = &(*end)->next;
        } else if (*bad_line == 0) {
            *bad_line = number;
        }
    }
    return first;
}

/* The last one counts when a name is given twice. */
const char *setting(const Setting *all, const char *section, const char *name, const char *otherwise)
{
    const char *value = otherwise;
    for (const Setting *s = all; s != NULL; s = s->next)
        if (strcmp(s->section, section) == 0 && strcmp(s->name, name) == 0)
            value = s->value;
    return value;
}

void settings_free(Setting *all)
{
    while (all != NULL) {
        Setting *next = all->next;
        free(all->section);
        free(all->name);
        free(all->value);
        free(all);
        all = next;
    }
}
