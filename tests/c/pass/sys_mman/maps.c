// Maps of memory and files.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int fd = open("f", O_RDWR | O_CREAT, 0600);
    write(fd, "mapped text", 11);
    char *p = mmap(NULL, 11, PROT_READ, MAP_PRIVATE, fd, 0);
    printf("%.11s %d\n", p, p[11]);
    printf("%d\n", munmap(p, 11));
    p = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    p[0] = 'M';
    printf("%.11s\n", p);
    char buf[11];
    pread(fd, buf, 11, 0);
    printf("%.11s\n", buf);
    close(fd);
    printf("%.6s\n", p);
    char *m = mmap(NULL, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 100000; i++)
        m[i] += i;
    printf("%d %d\n", m[1], m[99999]);
    m = mremap(m, 100000, 300000, MREMAP_MAYMOVE);
    printf("%d %d\n", m[1], m[299999]);
    printf("%d\n", munmap(m, 300000));
    printf("%d %s\n", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED, strerrorname_np(errno));
    printf("%d %s\n", mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 99, 0) == MAP_FAILED, strerrorname_np(errno));
    printf("%d %s\n", mmap(NULL, 10, PROT_READ, MAP_PRIVATE, fd, 5) == MAP_FAILED, strerrorname_np(errno));
    printf("%d\n", getpagesize());
    return 0;
}
