// args: '([a-z]+)@([a-z.]+)' '<\2: \1>' 'mail ann@example.org and bob@host.net!' 'no address' ''
// Replaces all matches in its arguments, with groups.
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void substitute(const regex_t *regex, const char *replacement, const char *text)
{
    regmatch_t m[10];
    int flags = 0;
    while (regexec(regex, text, 10, m, flags) == 0) {
        fwrite(text, 1, m[0].rm_so, stdout);
        for (const char *r = replacement; *r; r++)
            if (*r == '\\' && r[1] >= '0' && r[1] <= '9') {
                int g = *++r - '0';
                if (m[g].rm_so >= 0)
                    fwrite(text + m[g].rm_so, 1, m[g].rm_eo - m[g].rm_so, stdout);
            } else
                putchar(*r);
        if (m[0].rm_eo == m[0].rm_so) {
            if (!text[m[0].rm_eo])
                break;
            putchar(text[m[0].rm_eo++]);
        }
        text += m[0].rm_eo;
        flags = REG_NOTBOL;
    }
    puts(text);
}

int main(int argc, char **argv)
{
    regex_t regex;
    char message[100];
    int code = regcomp(&regex, argv[1], REG_EXTENDED);
    if (code) {
        regerror(code, &regex, message, sizeof message);
        fprintf(stderr, "%s: %s\n", argv[1], message);
        return 2;
    }
    for (int i = 3; i < argc; i++)
        substitute(&regex, argv[2], argv[i]);
    regfree(&regex);
    regcomp(&regex, "x*", REG_EXTENDED);
    substitute(&regex, "-", "abxxc");
    regfree(&regex);
    return 0;
}
