// Patterns that take naive matchers exponential time.
#include <regex.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *patterns[] = {"(a*)*b", "(a|aa)+$", "(a|a)*c", "a?a?a?a?a?a?a?a?a?a?aaaaaaaaaa", "(x+x+)+y", "^(a+)+$"};
    char text[2001];
    memset(text, 'a', 2000);
    text[2000] = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        regex_t regex;
        regmatch_t m[2];
        regcomp(&regex, patterns[i], REG_EXTENDED);
        int code = regexec(&regex, text + 1900, 2, m, 0);
        printf("%s: %d", patterns[i], code);
        if (!code)
            printf(" %d-%d %d-%d", m[0].rm_so, m[0].rm_eo, m[1].rm_so, m[1].rm_eo);
        puts("");
        regfree(&regex);
    }
    return 0;
}
