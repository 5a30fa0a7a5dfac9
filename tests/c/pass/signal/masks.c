#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void handler(int number)
{
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    printf("%d: USR1 %d USR2 %d TERM %d\n", number, sigismember(&now, SIGUSR1), sigismember(&now, SIGUSR2), sigismember(&now, SIGTERM));
}

int main(void)
{
    struct sigaction action;
    sigset_t set, wait;
    int number;
    setvbuf(stdout, NULL, _IONBF, 0);
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGUSR1, &action, NULL);
    action.sa_flags = SA_NODEFER;
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR1);
    raise(SIGUSR2);
    sigfillset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    raise(SIGUSR2);
    raise(SIGUSR1);
    raise(SIGUSR1);
    sigfillset(&wait);
    sigdelset(&wait, SIGUSR1);
    errno = 0;
    printf("%d %d\n", sigsuspend(&wait), errno);
    sigemptyset(&wait);
    sigaddset(&wait, SIGUSR2);
    printf("%d ", sigwait(&wait, &number));
    printf("%d\n", number == SIGUSR2);
    sigemptyset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    printf("%d %d\n", SIGRTMIN, SIGRTMAX);
    printf("%d %d\n", sigaddset(&set, 0), sigaddset(&set, 65));
    printf("%d %d\n", sigaction(SIGKILL, &action, NULL), errno == EINVAL);
    psignal(SIGINT, "psignal");
    return 0;
}
