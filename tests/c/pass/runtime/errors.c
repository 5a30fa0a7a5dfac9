#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

static void name(void)
{
    fputs("own name: ", stderr);
}

static void last(void)
{
    puts("handlers still run");
}

int main(void)
{
    program_invocation_name = "tool";
    program_invocation_short_name = "tool";
    atexit(last);
    error(0, 0, "plain %d", 1);
    error(0, ENOENT, "with error %s", "text");
    error_at_line(0, EACCES, "file.c", 12, "at a line");
    error_one_per_line = 1;
    error_at_line(0, 0, "file.c", 13, "first");
    error_at_line(0, 0, "file.c", 13, "suppressed");
    error_print_progname = name;
    error(0, 0, "count %u", error_message_count);
    errno = EINVAL;
    warn("warn %c", 'x');
    warnx("warnx %s", "text");
    errno = EPERM;
    warn(NULL);
    printf("buffered ");
    errno = EEXIST;
    err(7, "ends with %d", 7);
}
