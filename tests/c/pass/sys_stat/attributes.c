// Modes, masks, owners, times.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static void show(const char *what, long value)
{
    printf("%s: %ld %s\n", what, value, value == -1 ? strerrorname_np(errno) : "");
}

int main(void)
{
    struct stat s;
    printf("umask %o\n", umask(027));
    printf("umask %o\n", umask(022));
    int fd = open("f", O_RDWR | O_CREAT, 0777);
    show("fstat", fstat(fd, &s));
    printf("%o %ld %ld %ld\n", s.st_mode, (long)s.st_size, (long)s.st_nlink, (long)s.st_blksize);
    write(fd, "hello", 5);
    fstat(fd, &s);
    printf("size %ld\n", (long)s.st_size);
    show("fchmod", fchmod(fd, 0640));
    show("chmod", chmod("f", 04755));
    stat("f", &s);
    printf("%o\n", s.st_mode);
    show("chmod", chmod("missing", 0));
    struct timespec t[2] = {{1000, 500}, {2000, 600}};
    show("utimensat", utimensat(AT_FDCWD, "f", t, 0));
    stat("f", &s);
    printf("%ld.%09ld %ld.%09ld\n", s.st_atim.tv_sec, s.st_atim.tv_nsec, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
    t[0].tv_nsec = UTIME_OMIT;
    t[1].tv_sec = 77;
    show("futimens", futimens(fd, t));
    stat("f", &s);
    printf("%ld %ld.%09ld\n", s.st_atim.tv_sec, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
    struct timespec unset[2];
    unset[0].tv_nsec = UTIME_NOW;
    unset[1].tv_nsec = UTIME_OMIT;
    show("unset", utimensat(AT_FDCWD, "f", unset, 0));
    t[1].tv_nsec = -5;
    show("bad time", utimensat(AT_FDCWD, "f", t, 0));
    struct timeval v[2] = {{11, 12}, {13, 14}};
    show("utimes", utimes("f", v));
    stat("f", &s);
    printf("%ld.%09ld\n", s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
    struct utimbuf u = {5, 6};
    show("utime", utime("f", &u));
    stat("f", &s);
    printf("%ld %ld\n", (long)s.st_atime, (long)s.st_mtime);
    symlink("f", "l");
    lstat("l", &s);
    printf("%o %ld\n", s.st_mode, (long)s.st_size);
    fstatat(AT_FDCWD, "l", &s, 0);
    printf("%o\n", s.st_mode);
    fstatat(fd, "", &s, AT_EMPTY_PATH);
    printf("%o\n", s.st_mode);
    struct statx x;
    show("statx", statx(AT_FDCWD, "f", 0, STATX_BASIC_STATS, &x));
    printf("%o %llu %u %lld\n", x.stx_mode, x.stx_size, x.stx_nlink, x.stx_mtime.tv_sec);
    show("mkfifo", mkfifo("p", 0644));
    lstat("p", &s);
    printf("%o %d\n", s.st_mode, S_ISFIFO(s.st_mode));
    show("mkdir", mkdir("d", 0777));
    stat("d", &s);
    printf("%o %ld\n", s.st_mode, (long)s.st_nlink);
    mkdir("d/e", 0700);
    stat("d", &s);
    printf("%ld\n", (long)s.st_nlink);
    stat("/dev/null", &s);
    printf("%o %d %d\n", s.st_mode, (int)major(s.st_rdev), (int)minor(s.st_rdev));
    show("chown", chown("f", -1, -1));
    show("truncate", truncate("f", 3));
    stat("f", &s);
    printf("%ld\n", (long)s.st_size);
    show("truncate", truncate("d", 3));
    show("truncate", truncate("f", -3));
    show("stat", stat("f/x", &s));
    unlink("p");
    return 0;
}
