// Ownership of the registers of re_search: by libc, by the caller, or permanently by the caller.
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *what, int at, const struct re_registers *regs)
{
    printf("%s: %d;", what, at);
    for (unsigned i = 0; i < regs->num_regs; i++)
        printf(" %d-%d", regs->start[i], regs->end[i]);
    puts("");
}

int main(void)
{
    struct re_pattern_buffer buffer;
    struct re_registers regs;
    const char *text = "one two three";
    memset(&buffer, 0, sizeof buffer);
    memset(&regs, 0, sizeof regs);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    re_compile_pattern("(t)(w|h)?", 9, &buffer);
    show("first", re_search(&buffer, text, 13, 0, 13, &regs), &regs);
    show("second", re_search(&buffer, text, 13, 5, 8, &regs), &regs);
    regoff_t *starts = malloc(2 * sizeof *starts), *ends = malloc(2 * sizeof *ends);
    free(regs.start);
    free(regs.end);
    re_set_registers(&buffer, &regs, 2, starts, ends);
    show("given", re_search(&buffer, text, 13, 0, 13, &regs), &regs);
    printf("%d %d\n", re_match(&buffer, text, 13, 4, &regs), re_match(&buffer, text, 13, 0, &regs));
    show("after", 0, &regs);
    printf("%d\n", re_match_2(&buffer, "one t", 5, "wo", 2, 4, &regs, 7));
    free(regs.start);
    free(regs.end);
    buffer.not_bol = 1;
    printf("%zu\n", buffer.re_nsub);
    regfree(&buffer);
    memset(&buffer, 0, sizeof buffer);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED | RE_NO_SUB | RE_ICASE);
    printf("%s\n", re_compile_pattern("A(B)", 4, &buffer) ? "bad" : "good");
    memset(&regs, 0, sizeof regs);
    printf("%d %u\n", re_search(&buffer, "xxab", 4, 0, 4, &regs), regs.num_regs);
    regfree(&buffer);
    return 0;
}
