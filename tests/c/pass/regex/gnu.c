// GNU's interface: re_search in both directions, registers, syntaxes, translation.
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void search(const char *pattern, reg_syntax_t syntax, const char *text)
{
    struct re_pattern_buffer buffer;
    struct re_registers regs;
    memset(&buffer, 0, sizeof buffer);
    buffer.fastmap = malloc(256);
    re_set_syntax(syntax);
    const char *error = re_compile_pattern(pattern, strlen(pattern), &buffer);
    if (error) {
        printf("%s: %s\n", pattern, error);
        regfree(&buffer);
        return;
    }
    int n = strlen(text), at = 0;
    while (at <= n && (at = re_search(&buffer, text, n, at, n - at, &regs)) >= 0) {
        printf("%s at %d:", pattern, at);
        for (unsigned i = 0; i < regs.num_regs; i++)
            printf(" %d-%d", regs.start[i], regs.end[i]);
        puts("");
        at = regs.end[0] > at ? regs.end[0] : at + 1;
    }
    printf("back %d", re_search(&buffer, text, n, n, -n, NULL));
    printf(" match %d", re_match(&buffer, text, n, 0, NULL));
    printf(" two %d\n", re_search_2(&buffer, text, n / 2, text + n / 2, n - n / 2, 0, n, NULL, n));
    regfree(&buffer);
}

int main(void)
{
    static const char *patterns[] = {"ab*", "(a)|(b)", "\\(a\\)\\(b\\)*", "^x", "x$", "[^a-c]+", "a{2}", "\\bfoo\\b", "", "(", "a|*b", "a\nb"};
    static const char *texts[] = {"abbab", "xaax", "foo food\nx\nb", ""};
    reg_syntax_t syntaxes[] = {RE_SYNTAX_POSIX_BASIC, RE_SYNTAX_POSIX_EXTENDED, RE_SYNTAX_GREP, RE_SYNTAX_EGREP, RE_SYNTAX_AWK,
                               RE_SYNTAX_GNU_AWK, RE_SYNTAX_EMACS};
    for (size_t s = 0; s < sizeof syntaxes / sizeof *syntaxes; s++)
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
            for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
                search(patterns[p], syntaxes[s], texts[t]);
    struct re_pattern_buffer folded;
    memset(&folded, 0, sizeof folded);
    folded.translate = malloc(256);
    for (int i = 0; i < 256; i++)
        folded.translate[i] = i >= 'A' && i <= 'Z' ? i + 32 : i;
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    printf("%s\n", re_compile_pattern("hElLo", 5, &folded) ? "bad" : "good");
    printf("%d\n", re_search(&folded, "say HeLLo", 9, 0, 9, NULL));
    regfree(&folded);
    return 0;
}
