// Properties of the process itself, as far as they are the same everywhere.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    printf("%d %d\n", getpid() > 0, getpid() == getpid());
    printf("%d %d\n", getuid() == geteuid(), getgid() == getegid());
    printf("%d\n", strcmp(program_invocation_name, argv[0]));
    printf("%s\n", program_invocation_short_name);
    struct utsname u;
    printf("%d %s %s\n", uname(&u), u.sysname, u.machine);
    printf("%ld %ld %ld\n", sysconf(_SC_PAGESIZE), sysconf(_SC_CLK_TCK), sysconf(_SC_NGROUPS_MAX));
    printf("%ld %s\n", sysconf(99999), strerrorname_np(errno));
    printf("%d %s\n", wait(NULL), strerrorname_np(errno));
    printf("%d %s\n", waitpid(-1, NULL, 0), strerrorname_np(errno));
    struct rlimit r;
    printf("%d\n", getrlimit(RLIMIT_NOFILE, &r));
    unsigned char bytes[16];
    printf("%zd %d\n", getrandom(bytes, 16, 0), getentropy(bytes, 16));
    struct pollfd p[3] = {{0, POLLIN, 0}, {1, POLLOUT, 0}, {99, POLLIN, 0}};
    printf("%d %d %d %d\n", poll(p, 3, 0), p[0].revents, p[1].revents, p[2].revents);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    struct timeval limit = {0, 0};
    printf("%d %d\n", select(1, &set, NULL, NULL, &limit), FD_ISSET(0, &set));
    printf("%u\n", sleep(0));
    printf("%s\n", getenv("PATH"));
    fflush(stdout);
    printf("lost");
    _exit(7);
}
