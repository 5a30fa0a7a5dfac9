// args: '*.txt' 'a*' '[!a]*' 'no*such' '*/*'
// Lists names by patterns, with sizes, as a shell would expand them.
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

int main(int argc, char **argv)
{
    mkdir("dir", 0755);
    make("a.txt", "alpha\n");
    make("b.txt", "");
    make("abc", "three");
    make("dir/inner.txt", "inside");
    symlink("nowhere", "broken");
    glob_t list;
    int flags = 0, total = 0;
    for (int i = 1; i < argc; i++) {
        int code = glob(argv[i], flags | GLOB_NOCHECK, NULL, &list);
        printf("%s: %d\n", argv[i], code);
        flags = GLOB_APPEND;
    }
    for (char **path = list.gl_pathv; *path; path++) {
        struct stat status;
        if (stat(*path, &status) == 0)
            printf("%6ld %s\n", S_ISDIR(status.st_mode) ? 0L : (long)status.st_size, *path);
        else
            printf("     ? %s\n", *path);
        total++;
    }
    printf("%d %zu\n", total, list.gl_pathc);
    globfree(&list);
    return 0;
}
