/* Answers of glibc's matcher, one line per question. A question is a line "kind flags eflags", then
   pattern and subject, each as hexadecimal on a line of its own. Kind 0 is regcomp/regexec, others
   are a re_syntax for re_compile_pattern/re_search. Where glibc fails the answer is "gave up". */
#define _GNU_SOURCE
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int hex(char *line) {
    int n = strcspn(line, "\n") / 2;
    for (int i = 0; i < n; i++) {
        unsigned byte;
        sscanf(line + 2 * i, "%2x", &byte);
        line[i] = byte;
    }
    line[n] = 0;
    return n;
}

static void posix(char *pattern, char *subject, int cflags, int eflags) {
    regex_t regex;
    regmatch_t found[10];
    int code = regcomp(&regex, pattern, cflags);
    if (code) {
        printf("error %d\n", code);
        return;
    }
    code = regexec(&regex, subject, 10, found, eflags);
    printf("%d", code);
    if (!code)
        for (int i = 0; i < 10; i++) printf(" %d,%d", found[i].rm_so, found[i].rm_eo);
    puts("");
    regfree(&regex);
}

static void gnu(unsigned long syntax, char *pattern, int length, char *subject, int size) {
    struct re_pattern_buffer buffer = {0};
    struct re_registers regs = {0};
    re_set_syntax(syntax);
    const char *message = re_compile_pattern(pattern, length, &buffer);
    if (message) {
        printf("error %s\n", message);
        return;
    }
    int at = re_search(&buffer, subject, size, 0, size, &regs);
    printf("%d", at);
    if (at >= 0)
        for (unsigned i = 0; i < regs.num_regs; i++) printf(" %d,%d", regs.start[i], regs.end[i]);
    printf(" %d\n", re_match(&buffer, subject, size, size / 2, NULL));
}

int main(void) {
    static char head[100], pattern[100000], subject[100000];
    while (fgets(head, sizeof head, stdin)) {
        unsigned long kind;
        int flags, eflags;
        sscanf(head, "%lu %d %d", &kind, &flags, &eflags);
        fgets(pattern, sizeof pattern, stdin);
        fgets(subject, sizeof subject, stdin);
        int length = hex(pattern), size = hex(subject);
        fflush(stdout);
        /* glibc takes very long now and then, and crashes on some back-references. */
        int child = fork(), status;
        if (child) {
            waitpid(child, &status, 0);
            if (status) puts("gave up");
            continue;
        }
        struct itimerval soon = {.it_value.tv_usec = 100000};
        setitimer(ITIMER_REAL, &soon, NULL);
        if (flags < 0) setlocale(LC_ALL, "C.UTF-8");
        if (kind) gnu(kind, pattern, length, subject, size);
        else posix(pattern, subject, flags < 0 ? -flags - 1 : flags, eflags);
        fflush(stdout);
        _exit(0);
    }
}
