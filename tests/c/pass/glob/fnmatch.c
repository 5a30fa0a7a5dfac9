// fnmatch over a table of patterns, names and flags.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

int main(void)
{
    static const char *patterns[] = {"*", "*.c", "a?c", "[a-c]*", "[!a]*", "*/b", "a/*", ".*", "\\*", "[[:upper:]]*", "@(a|b)c", "!(*.c)", "+(ab)", "", "a[", "*a*b*c"};
    static const char *names[] = {"", "abc", "main.c", ".hidden", "a/b", "dir/.x", "*", "ABC", "abab", "ac", "xaybzc"};
    static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_EXTMATCH};
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            printf("%s %s:", patterns[p], names[n]);
            for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
                printf(" %d", fnmatch(patterns[p], names[n], flags[f]));
            puts("");
        }
    return 0;
}
