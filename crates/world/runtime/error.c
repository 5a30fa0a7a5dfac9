/* <error.h>: messages that may end the program. In C because exit runs handlers and because
   error_print_progname is a function of the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname)(void);
unsigned int error_message_count;
int error_one_per_line;

static void finish(int status, int error, const char *format, va_list arguments)
{
    vfprintf(stderr, format, arguments);
    error_message_count++;
    if (error != 0)
        fprintf(stderr, ": %s", strerror(error));
    putc('\n', stderr);
    fflush(stderr);
    if (status != 0)
        exit(status);
}

void error(int status, int errnum, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    if (error_print_progname != NULL)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", program_invocation_name);
    va_start(arguments, format);
    finish(status, errnum, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int errnum, const char *file, unsigned int line, const char *format, ...)
{
    static const char *last_file;
    static unsigned int last_line;
    va_list arguments;
    if (error_one_per_line) {
        int same_file = last_file == file || (file != NULL && last_file != NULL && strcmp(last_file, file) == 0);
        if (last_line == line && same_file)
            return;
        last_file = file;
        last_line = line;
    }
    fflush(stdout);
    if (error_print_progname != NULL)
        error_print_progname();
    else
        fprintf(stderr, "%s:", program_invocation_name);
    if (file != NULL)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fprintf(stderr, " ");
    va_start(arguments, format);
    finish(status, errnum, format, arguments);
    va_end(arguments);
}
