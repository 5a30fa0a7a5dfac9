/* A failed assertion: glibc's message, then the handler of SIGABRT if the program has one. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

_Noreturn void __whydunit_assertion(const char *text);

static _Noreturn void end(const char *text)
{
    struct sigaction action;
    if (sigaction(SIGABRT, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
        raise(SIGABRT);
    __whydunit_assertion(text);
}

_Noreturn void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)
{
    const char *name = program_invocation_short_name;
    fprintf(stderr, "%s%s%s:%u: %s%sAssertion `%s' failed.\n", name, name[0] ? ": " : "", file, line,
            function ? function : "", function ? ": " : "", text);
    fflush(stderr);
    end(text);
}

_Noreturn void __assert(const char *text, const char *file, int line)
{
    __assert_fail(text, file, (unsigned int)line, NULL);
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function)
{
    const char *name = program_invocation_short_name, *text = strerror(error);
    fprintf(stderr, "%s%s%s:%u: %s%sUnexpected error: %s.\n", name, name[0] ? ": " : "", file, line,
            function ? function : "", function ? ": " : "", text);
    fflush(stderr);
    end(text);
}
