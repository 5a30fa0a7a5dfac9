// Directories: reading, sorting, rewinding, descriptors.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

int main(void)
{
    mkdir("d", 0755);
    chdir("d");
    const char *names[] = {"zeta", "alpha", "Mid", "file10", "file9"};
    for (int i = 0; i < 5; i++)
        close(creat(names[i], 0600));
    mkdir("sub", 0755);
    symlink("alpha", "link");
    struct dirent **list;
    int n = scandir(".", &list, visible, alphasort);
    for (int i = 0; i < n; i++) {
        printf("%s %d\n", list[i]->d_name, list[i]->d_type);
        free(list[i]);
    }
    free(list);
    n = scandir(".", &list, NULL, versionsort);
    for (int i = 0; i < n; i++) {
        printf("%s ", list[i]->d_name);
        free(list[i]);
    }
    free(list);
    puts("");
    DIR *dir = opendir(".");
    int count = 0;
    struct dirent *e;
    while ((e = readdir(dir))) {
        struct stat s;
        fstatat(dirfd(dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW);
        if (s.st_ino != e->d_ino && strcmp(e->d_name, ".."))
            printf("inode of %s\n", e->d_name);
        count++;
    }
    printf("%d\n", count);
    rewinddir(dir);
    count = 0;
    while (readdir(dir))
        count++;
    printf("%d\n", count);
    rewinddir(dir);
    readdir(dir);
    long place = telldir(dir);
    char first[300];
    strcpy(first, readdir(dir)->d_name);
    readdir(dir);
    seekdir(dir, place);
    printf("%d\n", strcmp(first, readdir(dir)->d_name));
    /* Removing while reading. */
    rewinddir(dir);
    while ((e = readdir(dir)))
        if (e->d_type == DT_REG)
            unlink(e->d_name);
    printf("%d\n", closedir(dir));
    n = scandir(".", &list, visible, alphasort);
    printf("%d %s %s\n", n, list[0]->d_name, list[1]->d_name);
    dir = fdopendir(open("sub", O_RDONLY));
    printf("%d\n", dir != NULL);
    closedir(dir);
    printf("%d %s\n", opendir("nowhere") == NULL, strerrorname_np(errno));
    printf("%d %s\n", opendir("link") == NULL, strerrorname_np(errno));
    return 0;
}
