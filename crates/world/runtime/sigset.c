/* Sets of signals, the older interfaces to the mask, and the alternate stack, which is only
   stored: handlers run on the ordinary stack. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define SMALLEST_STACK 2048

static int is_valid(int number)
{
    if (number > 0 && number < 65)
        return 1;
    errno = EINVAL;
    return 0;
}

/* glibc keeps the first two real-time signals to itself. */
int __libc_current_sigrtmin(void)
{
    return 34;
}

int __libc_current_sigrtmax(void)
{
    return 64;
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    /* The two signals that glibc keeps for its threads are never in a set. */
    set->__val[0] &= ~(3UL << 31);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_valid(number))
        return -1;
    set->__val[0] |= 1UL << (number - 1);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_valid(number))
        return -1;
    set->__val[0] &= ~(1UL << (number - 1));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_valid(number))
        return -1;
    return (set->__val[0] >> (number - 1)) & 1;
}

int sigisemptyset(const sigset_t *set)
{
    return set->__val[0] == 0;
}

int sigandset(sigset_t *set, const sigset_t *left, const sigset_t *right)
{
    for (unsigned int i = 0; i < _SIGSET_NWORDS; i++)
        set->__val[i] = left->__val[i] & right->__val[i];
    return 0;
}

int sigorset(sigset_t *set, const sigset_t *left, const sigset_t *right)
{
    for (unsigned int i = 0; i < _SIGSET_NWORDS; i++)
        set->__val[i] = left->__val[i] | right->__val[i];
    return 0;
}

static sigset_t of_mask(int mask)
{
    sigset_t set;
    sigemptyset(&set);
    set.__val[0] = (unsigned int)mask;
    return set;
}

int sigblock(int mask)
{
    sigset_t set = of_mask(mask), old;
    sigprocmask(SIG_BLOCK, &set, &old);
    return (int)old.__val[0];
}

int sigsetmask(int mask)
{
    sigset_t set = of_mask(mask), old;
    sigprocmask(SIG_SETMASK, &set, &old);
    return (int)old.__val[0];
}

int siggetmask(void)
{
    return sigblock(0);
}

static int change(int how, int number)
{
    sigset_t set;
    sigemptyset(&set);
    return sigaddset(&set, number) < 0 ? -1 : sigprocmask(how, &set, NULL);
}

int sighold(int number)
{
    return change(SIG_BLOCK, number);
}

int sigrelse(int number)
{
    return change(SIG_UNBLOCK, number);
}

int sigignore(int number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_IGN;
    return sigaction(number, &action, NULL);
}

__sighandler_t sigset(int number, __sighandler_t handler)
{
    struct sigaction new, old;
    sigset_t mask, before;
    if (!is_valid(number))
        return SIG_ERR;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    memset(&new, 0, sizeof new);
    new.sa_handler = handler;
    if (sigaction(number, handler == SIG_HOLD ? NULL : &new, &old) < 0)
        return SIG_ERR;
    sigprocmask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &mask, &before);
    return sigismember(&before, number) ? SIG_HOLD : old.sa_handler;
}

int sigaltstack(const stack_t *new, stack_t *old)
{
    static stack_t current = {NULL, SS_DISABLE, 0};
    if (new != NULL && !(new->ss_flags & SS_DISABLE) && new->ss_size < SMALLEST_STACK) {
        errno = ENOMEM;
        return -1;
    }
    stack_t before = current;
    if (new != NULL)
        current = *new;
    if (old != NULL)
        *old = before;
    return 0;
}

void psignal(int number, const char *text)
{
    int told = text != NULL && text[0] != '\0';
    fprintf(stderr, "%s%s%s\n", told ? text : "", told ? ": " : "", strsignal(number));
}
