/* <err.h>: BSD's messages on standard error. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vwarnx(const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL)
        vfprintf(stderr, format, arguments);
    putc('\n', stderr);
}

void vwarn(const char *format, va_list arguments)
{
    int error = errno;
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s\n", strerror(error));
    errno = error;
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void verr(int status, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}
