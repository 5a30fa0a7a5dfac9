#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t depth;

static void handler(int number)
{
    printf("got %d at depth %d\n", number, depth);
    depth++;
    if (number == SIGUSR1)
        raise(SIGUSR2);
    if (number == SIGUSR1)
        raise(SIGUSR1); /* blocked: comes after this one returns */
    depth--;
    signal(SIGUSR1, SIG_IGN);
}

static void informed(int number, siginfo_t *info, void *context)
{
    (void)context;
    printf("info %d %d %d\n", number, info->si_signo, info->si_pid == getpid());
}

int main(void)
{
    sigset_t set, old;
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    signal(SIGUSR2, handler);
    raise(SIGUSR1);
    printf("%d\n", signal(SIGUSR1, handler) == SIG_IGN);
    raise(SIGCHLD);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    printf("%d\n", sigprocmask(SIG_BLOCK, &set, &old));
    kill(getpid(), SIGUSR1);
    sigpending(&old);
    printf("pending %d\n", sigismember(&old, SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = informed;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &action);
    printf("reset %d\n", action.sa_handler == SIG_DFL);
    errno = 0;
    printf("%d %d\n", raise(99), errno);
    errno = 0;
    printf("%d %d\n", kill(999999, 0), errno);
    return 0;
}
