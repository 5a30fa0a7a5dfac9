/* The orderly end of a program: atexit and related functions, exit, quick_exit. The machine calls
   exit(main(...)); destructors of the program are registered with atexit before anything else. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

void __whydunit_flush(void);

enum kind { PLAIN, WITH_STATUS, WITH_ARGUMENT };

struct handler {
    enum kind kind;
    union {
        void (*plain)(void);
        void (*with_status)(int, void *);
        void (*with_argument)(void *);
    } call;
    void *argument;
    void *owner;
    struct handler *older;
};

static struct handler *exit_handlers, *quick_handlers;

static int add(struct handler **list, struct handler handler)
{
    struct handler *new = malloc(sizeof *new);
    if (new == NULL)
        return -1;
    *new = handler;
    new->older = *list;
    *list = new;
    return 0;
}

/* A handler may register further ones, which run next, or call exit, which continues from here. */
static void run(struct handler **list, int status)
{
    while (*list != NULL) {
        struct handler handler = **list, *done = *list;
        *list = handler.older;
        free(done);
        if (handler.kind == PLAIN)
            handler.call.plain();
        else if (handler.kind == WITH_STATUS)
            handler.call.with_status(status, handler.argument);
        else
            handler.call.with_argument(handler.argument);
    }
}

int atexit(void (*function)(void))
{
    return add(&exit_handlers, (struct handler){PLAIN, {.plain = function}, NULL, NULL, NULL});
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return add(&exit_handlers, (struct handler){WITH_STATUS, {.with_status = function}, argument, NULL, NULL});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *owner)
{
    return add(&exit_handlers, (struct handler){WITH_ARGUMENT, {.with_argument = function}, argument, owner, NULL});
}

int at_quick_exit(void (*function)(void))
{
    return add(&quick_handlers, (struct handler){PLAIN, {.plain = function}, NULL, NULL, NULL});
}

void __cxa_finalize(void *owner)
{
    (void)owner; /* Nothing is ever unloaded before exit. */
}

_Noreturn void exit(int status)
{
    run(&exit_handlers, status);
    __whydunit_flush();
    _exit(status);
}

_Noreturn void quick_exit(int status)
{
    run(&quick_handlers, status);
    _exit(status);
}
