// stdin: # settings\n[server]\nhost = example.org\n port=80\n\n[client]\nname = "Ann Smith"  ; owner\nbroken line\nempty =\n
// Reads a configuration file with patterns.
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *group(const char *line, regmatch_t m)
{
    return m.rm_so < 0 ? strdup("") : strndup(line + m.rm_so, m.rm_eo - m.rm_so);
}

int main(void)
{
    regex_t section, setting, blank;
    regcomp(&section, "^[[:space:]]*\\[([^]]+)\\]", REG_EXTENDED);
    regcomp(&setting, "^[[:space:]]*([[:alnum:]_]+)[[:space:]]*=[[:space:]]*(\"([^\"]*)\"|[^;[:space:]]*)", REG_EXTENDED);
    regcomp(&blank, "^[[:space:]]*(#.*)?$", REG_EXTENDED | REG_NOSUB);
    char line[200], *current = strdup("");
    regmatch_t m[4];
    for (int number = 1; fgets(line, sizeof line, stdin); number++) {
        line[strcspn(line, "\n")] = 0;
        if (regexec(&blank, line, 0, NULL, 0) == 0)
            continue;
        if (regexec(&section, line, 4, m, 0) == 0) {
            free(current);
            current = group(line, m[1]);
        } else if (regexec(&setting, line, 4, m, 0) == 0) {
            char *name = group(line, m[1]), *value = group(line, m[m[3].rm_so >= 0 ? 3 : 2]);
            printf("%s.%s = '%s'\n", current, name, value);
            free(name);
            free(value);
        } else
            printf("line %d: cannot read '%s'\n", number, line);
    }
    free(current);
    regfree(&section);
    regfree(&setting);
    regfree(&blank);
    return 0;
}
