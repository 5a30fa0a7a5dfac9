// Characters of several bytes in patterns and subjects.
#include <fnmatch.h>
#include <locale.h>
#include <regex.h>
#include <stdio.h>

static void try(const char *pattern, const char *text, int flags)
{
    regex_t regex;
    regmatch_t m[3];
    int code = regcomp(&regex, pattern, flags);
    printf("/%s/ %s: %d", pattern, text, code);
    if (code == 0) {
        code = regexec(&regex, text, 3, m, 0);
        printf(" %d", code);
        for (int i = 0; !code && i < 3; i++)
            printf(" (%d,%d)", m[i].rm_so, m[i].rm_eo);
        regfree(&regex);
    }
    puts("");
}

int main(void)
{
    static const char *patterns[] = {".", "^.{3}$", "[^a]", "[é-ü]", "[éà]+", "\\w+", "(.)\\1", "É", "[[:alpha:]]*$", "x*", "[[:upper:]]"};
    static const char *texts[] = {"é", "aéb", "€uro", "éé", "É", "\xff\xfe", "a\xc3", "日本語", "ß", ""};
    static const char *locales[] = {"C", "C.UTF-8"};
    for (int l = 0; l < 2; l++) {
        printf("%s\n", setlocale(LC_ALL, locales[l]));
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
            for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
                try(patterns[p], texts[t], REG_EXTENDED);
                try(patterns[p], texts[t], REG_EXTENDED | REG_ICASE);
            }
        printf("%d %d %d\n", fnmatch("?", "é", 0), fnmatch("[é]x", "éx", 0), fnmatch("É*", "éa", 16));
    }
    return 0;
}
