// Temporary files: names differ between native and machine, so only their shape is shown.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char name[] = "tmpXXXXXX", dir[] = "dirXXXXXX", suffixed[] = "aXXXXXX.c", bad[] = "tmpXXXXX";
    int fd = mkstemp(name);
    struct stat s;
    fstat(fd, &s);
    printf("%d %o %d\n", fd, s.st_mode, strchr(name, 'X') && !strcmp(name, "tmpXXXXXX"));
    printf("%zd\n", write(fd, "x", 1));
    printf("%d\n", unlink(name));
    fstat(fd, &s);
    printf("links %ld size %ld\n", (long)s.st_nlink, (long)s.st_size);
    close(fd);
    printf("%d\n", mkdtemp(dir) == dir);
    stat(dir, &s);
    printf("%o\n", s.st_mode);
    rmdir(dir);
    fd = mkstemps(suffixed, 2);
    printf("%s\n", suffixed + 7);
    unlink(suffixed);
    printf("%d %s\n", mkstemp(bad), strerrorname_np(errno));
    FILE *f = tmpfile();
    fputs("some text", f);
    rewind(f);
    char buf[20];
    printf("%s\n", fgets(buf, 20, f));
    fd = open(".", O_TMPFILE | O_RDWR, 0600);
    printf("%d\n", fd >= 0 && write(fd, "x", 1) == 1);
    return 0;
}
