// stdin: hello\nworld\nthird line\n
// Descriptors: reading, writing, seeking, appending, vectors, offsets.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static void show(const char *what, long value)
{
    printf("%s: %ld %s\n", what, value, value == -1 ? strerrorname_np(errno) : "");
}

int main(void)
{
    char buf[64] = "";
    show("stdin 5", read(0, buf, 5));
    printf("<%s>\n", buf);
    show("lseek stdin", lseek(0, 0, SEEK_CUR));
    show("rest", read(0, buf, sizeof buf));
    show("end", read(0, buf, sizeof buf));
    int fd = open("file", O_RDWR | O_CREAT | O_EXCL, 0666);
    show("open", fd);
    show("again", open("file", O_RDWR | O_CREAT | O_EXCL, 0666));
    show("write", write(fd, "0123456789", 10));
    show("pwrite", pwrite(fd, "AB", 2, 3));
    show("seek end", lseek(fd, -4, SEEK_END));
    show("read", read(fd, buf, 64));
    show("sparse", lseek(fd, 10000, SEEK_SET));
    show("write", write(fd, "end", 3));
    show("data", lseek(fd, 5000, SEEK_DATA));
    show("hole", lseek(fd, 0, SEEK_HOLE));
    show("beyond", lseek(fd, 20000, SEEK_DATA));
    show("negative", lseek(fd, -1, SEEK_SET));
    show("whence", lseek(fd, 0, 77));
    memset(buf, 'x', sizeof buf);
    show("pread", pread(fd, buf, 12, 0));
    printf("%.12s\n", buf);
    show("pread beyond", pread(fd, buf, 12, 99999));
    struct iovec v[3] = {{"one ", 4}, {"", 0}, {"two\n", 4}};
    show("writev", writev(1, v, 3));
    lseek(fd, 0, SEEK_SET);
    char a[4], b[20];
    struct iovec in[2] = {{a, 4}, {b, 20}};
    show("readv", readv(fd, in, 2));
    printf("%.4s|%.6s\n", a, b);
    int app = open("file", O_WRONLY | O_APPEND);
    show("append", write(app, "tail", 4));
    show("position", lseek(app, 0, SEEK_CUR));
    show("truncate", ftruncate(fd, 12));
    show("size", lseek(fd, 0, SEEK_END));
    show("read only", write(open("file", O_RDONLY), "x", 1));
    show("write only", read(app, buf, 1));
    show("bad fd", read(99, buf, 1));
    show("dir", read(open(".", O_RDONLY), buf, 1));
    show("write dir", open(".", O_WRONLY));
    show("close", close(fd));
    show("close", close(fd));
    show("full", write(open("/dev/full", O_WRONLY), "x", 1));
    show("null", write(open("/dev/null", O_WRONLY), "x", 1));
    show("zero", read(open("/dev/zero", O_RDONLY), buf, 7));
    show("copy", copy_file_range(open("file", O_RDONLY), NULL, open("copy", O_WRONLY | O_CREAT, 0600), NULL, 100, 0));
    return 0;
}
