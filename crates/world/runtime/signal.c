/* Signals a program sends itself: actions, mask, delivery. A handler runs as a call from raise, so
   the machine sees it like any other call. No other process can send a signal to a sealed program. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 65
#define BIT(number) (1UL << ((number) - 1))
#define UNBLOCKABLE (BIT(SIGKILL) | BIT(SIGSTOP))

/* Ends the program by a signal without a handler. */
_Noreturn void __whydunit_signal(int number);
/* The program waits for a signal that can never arrive. */
_Noreturn void __whydunit_wait_for_signal(void);

/* The blocked signals. Not static: a long jump restores it. */
unsigned long __whydunit_signal_mask;

/* Not static: a write to a broken pipe reads the action of SIGPIPE. */
struct sigaction __whydunit_signal_actions[COUNT];
#define actions __whydunit_signal_actions
static siginfo_t waiting[COUNT];
static unsigned long pending;
static sigset_t interrupting; /* set by siginterrupt: signal() without SA_RESTART */

static int is_valid(int number)
{
    return number > 0 && number < COUNT;
}

static int invalid(void)
{
    errno = EINVAL;
    return -1;
}

static int is_harmless(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static void deliver(int number, siginfo_t info)
{
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_harmless(number)))
        return;
    if (action.sa_handler == SIG_DFL)
        __whydunit_signal(number);
    unsigned long mask = __whydunit_signal_mask;
    int flags = action.sa_flags;
    if (flags & (int)SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    __whydunit_signal_mask |= action.sa_mask.__val[0] & ~UNBLOCKABLE;
    if (!(flags & SA_NODEFER))
        __whydunit_signal_mask |= BIT(number);
    if (flags & SA_SIGINFO)
        action.sa_sigaction(number, &info, NULL);
    else
        action.sa_handler(number);
    __whydunit_signal_mask = mask;
}

static void deliver_pending(void)
{
    while (pending & ~__whydunit_signal_mask) {
        int number = 1;
        while (!(pending & ~__whydunit_signal_mask & BIT(number)))
            number++;
        pending &= ~BIT(number);
        deliver(number, waiting[number]);
    }
}

static int send(int number, int code, union sigval value)
{
    if (number < 0 || number >= COUNT)
        return invalid();
    if (number == 0)
        return 0;
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = number;
    info.si_code = code;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value = value;
    if (__whydunit_signal_mask & BIT(number)) {
        if (actions[number].sa_handler != SIG_IGN) {
            pending |= BIT(number);
            waiting[number] = info;
        }
        return 0;
    }
    deliver(number, info);
    deliver_pending();
    return 0;
}

int raise(int number)
{
    return send(number, SI_TKILL, (union sigval){.sival_int = 0});
}

int gsignal(int number)
{
    return raise(number);
}

static int reaches_self(pid_t pid)
{
    return pid == getpid() || pid == 0 || pid == -1 || pid == -getpgrp();
}

int kill(pid_t pid, int number)
{
    if (!reaches_self(pid)) {
        errno = ESRCH;
        return -1;
    }
    return send(number, SI_USER, (union sigval){.sival_int = 0});
}

int killpg(pid_t group, int number)
{
    return group < 0 ? invalid() : kill(-group, number);
}

int sigqueue(pid_t pid, int number, const union sigval value)
{
    if (!reaches_self(pid)) {
        errno = ESRCH;
        return -1;
    }
    return send(number, SI_QUEUE, value);
}

int pthread_kill(pthread_t thread, int number)
{
    (void)thread;
    if (number < 0 || number >= COUNT)
        return EINVAL;
    return raise(number);
}

_Noreturn void abort(void)
{
    __whydunit_signal_mask &= ~BIT(SIGABRT);
    raise(SIGABRT);
    __whydunit_signal(SIGABRT);
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    if (!is_valid(number) || (new != NULL && (UNBLOCKABLE & BIT(number))))
        return invalid();
    struct sigaction action;
    if (new != NULL)
        action = *new;
    if (old != NULL)
        *old = actions[number];
    if (new == NULL)
        return 0;
    actions[number] = action;
    if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_harmless(number)))
        pending &= ~BIT(number);
    return 0;
}

static __sighandler_t install(int number, __sighandler_t handler, int flags)
{
    struct sigaction new, old;
    if (handler == SIG_ERR || !is_valid(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    memset(&new, 0, sizeof new);
    new.sa_handler = handler;
    new.sa_flags = flags;
    if (!(flags & (int)SA_RESETHAND))
        sigaddset(&new.sa_mask, number);
    return sigaction(number, &new, &old) < 0 ? SIG_ERR : old.sa_handler;
}

__sighandler_t signal(int number, __sighandler_t handler)
{
    int interrupts = is_valid(number) && sigismember(&interrupting, number);
    return install(number, handler, interrupts ? 0 : SA_RESTART);
}

__sighandler_t bsd_signal(int number, __sighandler_t handler)
{
    return signal(number, handler);
}

__sighandler_t ssignal(int number, __sighandler_t handler)
{
    return signal(number, handler);
}

__sighandler_t sysv_signal(int number, __sighandler_t handler)
{
    return install(number, handler, (int)(SA_RESETHAND | SA_NODEFER | SA_INTERRUPT));
}

__sighandler_t __sysv_signal(int number, __sighandler_t handler)
{
    return sysv_signal(number, handler);
}

int siginterrupt(int number, int interrupts)
{
    if (!is_valid(number))
        return invalid();
    if (interrupts) {
        sigaddset(&interrupting, number);
        actions[number].sa_flags &= ~SA_RESTART;
    } else {
        sigdelset(&interrupting, number);
        actions[number].sa_flags |= SA_RESTART;
    }
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long mask = __whydunit_signal_mask, given = set != NULL ? set->__val[0] & ~UNBLOCKABLE : 0;
    if (set != NULL) {
        if (how == SIG_BLOCK)
            mask |= given;
        else if (how == SIG_UNBLOCK)
            mask &= ~given;
        else if (how == SIG_SETMASK)
            mask = given;
        else
            return invalid();
    }
    if (old != NULL) {
        memset(old, 0, sizeof *old);
        old->__val[0] = __whydunit_signal_mask;
    }
    __whydunit_signal_mask = mask;
    deliver_pending();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    int saved = errno, failed = sigprocmask(how, set, old) < 0;
    errno = saved;
    return failed ? EINVAL : 0;
}

int sigpending(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    set->__val[0] = pending;
    return 0;
}

int sigsuspend(const sigset_t *set)
{
    unsigned long mask = __whydunit_signal_mask;
    unsigned long deliverable = pending & ~set->__val[0];
    if (deliverable == 0)
        __whydunit_wait_for_signal();
    __whydunit_signal_mask = set->__val[0] & ~UNBLOCKABLE;
    deliver_pending();
    __whydunit_signal_mask = mask;
    errno = EINTR;
    return -1;
}

int pause(void)
{
    __whydunit_wait_for_signal();
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    unsigned long ready = pending & set->__val[0];
    if (ready == 0)
        __whydunit_wait_for_signal();
    int number = 1;
    while (!(ready & BIT(number)))
        number++;
    pending &= ~BIT(number);
    if (info != NULL)
        *info = waiting[number];
    return number;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
    (void)timeout;
    if ((pending & set->__val[0]) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return sigwaitinfo(set, info);
}

int sigwait(const sigset_t *set, int *number)
{
    *number = sigwaitinfo(set, NULL);
    return 0;
}
