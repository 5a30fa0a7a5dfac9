// regcomp, regexec, regerror over a table of patterns.
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void try(const char *pattern, const char *text, int cflags, int eflags)
{
    regex_t regex;
    regmatch_t m[5];
    char message[100];
    int code = regcomp(&regex, pattern, cflags);
    if (code) {
        size_t n = regerror(code, &regex, message, sizeof message);
        printf("/%s/ %d: error %d %zu %s\n", pattern, cflags, code, n, message);
        return;
    }
    code = regexec(&regex, text, 5, m, eflags);
    printf("/%s/ %d %zu on \"%s\": %d", pattern, cflags, regex.re_nsub, text, code);
    for (int i = 0; !code && i < 5; i++)
        printf(" (%d,%d)", m[i].rm_so, m[i].rm_eo);
    puts("");
    regfree(&regex);
}

int main(void)
{
    static const char *extended[] = {"a+b?", "(a|ab)(c|bcd)(d*)", "^(.*)=(.*)$", "([0-9]{1,3}\\.){3}[0-9]{1,3}", "(", ")", "a{2", "[a",
                                     "a**", "*a", "\\<w", "(a*)*", "x|", "[[:digit:]]+", "[[:nope:]]", "(.)\\1", "a{,2}b", "\\", "()"};
    static const char *basic[] = {"a\\+b\\?", "\\(a*\\)\\1", "^*a", "a\\{2,3\\}", "a\\{3,2\\}", "\\(a\\|b\\)c", "[]-a]", "a$b", "$", "\\w\\W", "b*"};
    static const char *texts[] = {"", "aab", "abcd", "key=value=x", "ip 192.168.0.1!", "foo word abab 42", "AAB", "line1\nline2", "xaabb"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (size_t p = 0; p < sizeof extended / sizeof *extended; p++) {
            try(extended[p], texts[t], REG_EXTENDED, 0);
            try(extended[p], texts[t], REG_EXTENDED | REG_ICASE | REG_NEWLINE, REG_NOTBOL);
        }
        for (size_t p = 0; p < sizeof basic / sizeof *basic; p++)
            try(basic[p], texts[t], 0, 0);
    }
    regex_t quiet;
    printf("%d\n", regcomp(&quiet, "b", REG_NOSUB));
    printf("%d\n", regexec(&quiet, "abc", 0, NULL, 0));
    regmatch_t range = {2, 4};
    regfree(&quiet);
    regcomp(&quiet, "b+", REG_EXTENDED);
    printf("%d %d %d\n", regexec(&quiet, "bbbbbb", 1, &range, REG_STARTEND), range.rm_so, range.rm_eo);
    regfree(&quiet);
    return 0;
}
