// perror, <err.h>, <error.h>: messages on standard error.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

static void goodbye(void) {
    printf("goodbye %u\n", error_message_count);
}

int main(int argc, char **argv) {
    (void)argc;
    program_invocation_name = program_invocation_short_name = argv[0] = "prog";
    atexit(goodbye);
    errno = ENOENT;
    perror("prefix");
    errno = ENOENT;
    perror("");
    errno = EBADF;
    perror(NULL);
    errno = EACCES;
    warn("warning %d", 1);
    warn(NULL);
    warnx("plain %s", "warning");
    errno = 1000;
    perror("unknown");
    error(0, 0, "message %d", 2);
    error(0, ENOMEM, "with a reason");
    error_at_line(0, 0, "file.c", 12, "at a line %s", "here");
    error_at_line(0, EINVAL, "file.c", 13, "again");
    error_one_per_line = 1;
    error_at_line(0, 0, "file.c", 13, "suppressed");
    error_at_line(0, 0, "file.c", 14, "shown");
    printf("%u\n", error_message_count);
    errno = EEXIST;
    err(4, "the end of %s", "it");
}
