// Duplicated descriptors share an offset; pipes; redirection.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void show(const char *what, long value)
{
    printf("%s: %ld %s\n", what, value, value == -1 ? strerrorname_np(errno) : "");
    fflush(stdout);
}

int main(void)
{
    char buf[100];
    int fd = open("f", O_RDWR | O_CREAT, 0600);
    int second = dup(fd);
    show("dup", second);
    write(fd, "abc", 3);
    show("shared", lseek(second, 0, SEEK_CUR));
    show("dup2", dup2(fd, 20));
    show("same", dup2(fd, fd));
    show("bad", dup2(77, 5));
    show("dup3", dup3(fd, 21, O_CLOEXEC));
    show("flags", fcntl(21, F_GETFD));
    show("flags", fcntl(20, F_GETFD));
    show("dup3 same", dup3(fd, fd, 0));
    show("dupfd", fcntl(fd, F_DUPFD, 30));
    show("dupfd cloexec", fcntl(fd, F_DUPFD_CLOEXEC, 30));
    show("getfl", fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND));
    show("setfl", fcntl(fd, F_SETFL, O_APPEND));
    show("getfl", fcntl(second, F_GETFL) & (O_ACCMODE | O_APPEND));
    show("unknown", fcntl(fd, 4711));
    show("closed", fcntl(99, F_GETFD));

    int p[2];
    show("pipe", pipe(p));
    show("write", write(p[1], "hello", 5));
    int waiting = 0;
    show("ioctl", ioctl(p[0], FIONREAD, &waiting));
    show("waiting", waiting);
    show("seek", lseek(p[0], 0, SEEK_CUR));
    show("wrong end", write(p[0], "x", 1));
    show("wrong end", read(p[1], buf, 1));
    show("read", read(p[0], buf, 3));
    show("close", close(p[1]));
    show("read", read(p[0], buf, 100));
    show("end", read(p[0], buf, 100));
    show("pipe2", pipe2(p, O_NONBLOCK | O_CLOEXEC));
    show("empty", read(p[0], buf, 1));
    char big[70000];
    memset(big, 'x', sizeof big);
    show("fill", write(p[1], big, sizeof big));
    show("full", write(p[1], big, 1));
    signal(SIGPIPE, SIG_IGN);
    close(p[0]);
    show("broken", write(p[1], big, 1));

    fflush(stdout);
    int saved = dup(1);
    int out = open("redirected", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(out, 1);
    printf("into the file\n");
    fflush(stdout);
    dup2(saved, 1);
    printf("back again\n");
    show("isatty", isatty(1));
    printf("%s\n", strerrorname_np(errno));
    show("winsize", ioctl(1, TIOCGWINSZ, buf));
    show("fsync", fsync(out));
    show("fsync bad", fsync(99));
    return 0;
}
