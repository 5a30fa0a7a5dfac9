#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int sizes, deepest;

static int no_dots(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int count(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)path;
    if (type == FTW_F)
        sizes += (int)status->st_size;
    if (where->level > deepest)
        deepest = where->level;
    if (type == FTW_DP || type == FTW_D)
        printf("%s %d %s\n", path, where->level, path + where->base);
    return 0;
}

static void make(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

int main(void)
{
    struct dirent **list;
    mkdir("tree", 0755);
    mkdir("tree/a", 0755);
    mkdir("tree/a/b", 0755);
    make("tree/file10", "12345");
    make("tree/file9", "1");
    make("tree/.hidden", "");
    make("tree/a/b/deep", "1234567890");
    int n = scandir("tree", &list, no_dots, alphasort);
    for (int i = 0; i < n; i++) {
        printf("%s ", list[i]->d_name);
        free(list[i]);
    }
    free(list);
    n = scandir("tree", &list, NULL, versionsort);
    for (int i = 0; i < n; i++) {
        printf("%s ", list[i]->d_name);
        free(list[i]);
    }
    free(list);
    printf("\n%d\n", scandir("nowhere", &list, NULL, NULL));
    printf("%d\n", nftw("tree", count, 10, FTW_PHYS | FTW_DEPTH));
    printf("%d %d\n", sizes, deepest);
    printf("%d\n", nftw("tree/a/", count, 10, 0));
    printf("%d\n", nftw("nowhere", count, 10, 0));
    return 0;
}
