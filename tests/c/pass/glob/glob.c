// glob over files the program makes itself.
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *pattern, int flags)
{
    glob_t g = {.gl_offs = 2};
    int code = glob(pattern, flags, NULL, &g);
    printf("%s %d: %d", pattern, flags, code);
    if (!code) {
        printf(" %zu", g.gl_pathc);
        for (size_t i = 0; i < g.gl_pathc; i++)
            printf(" %s", g.gl_pathv[i + (flags & GLOB_DOOFFS ? g.gl_offs : 0)]);
        globfree(&g);
    }
    puts("");
}

int main(void)
{
    static const char *files[] = {"b.c", "a.c", ".hidden", "sub/x.c", "sub/y.h", "sub2/x.c", "we*ird", "z"};
    mkdir("sub", 0777);
    mkdir("sub2", 0777);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        close(open(files[i], O_CREAT | O_WRONLY, 0666));
    setenv("HOME", "/home/nobody", 1);
    static const char *patterns[] = {"*.c", "*", ".*", "*/*.c", "sub*", "sub/", "nothing*", "nothing", "a.c", "{a,b,q}.c", "{sub,sub2}/*", "[ab].c",
                                     "we\\*ird", "./*.c", "~", "~/x*", "sub/../a.*", "*/", "?", "{}", "sub*/{x,y}.*"};
    static const int flags[] = {0, GLOB_MARK, GLOB_NOCHECK, GLOB_BRACE | GLOB_TILDE, GLOB_NOMAGIC, GLOB_DOOFFS, GLOB_PERIOD, GLOB_ONLYDIR | GLOB_MARK, GLOB_BRACE | GLOB_NOCHECK};
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            show(patterns[p], flags[f]);
    glob_t g;
    glob("*.c", 0, NULL, &g);
    glob("sub/*", GLOB_APPEND, NULL, &g);
    for (char **p = g.gl_pathv; *p; p++)
        puts(*p);
    globfree(&g);
    return 0;
}
