/* <ftw.h>: walks a tree of directories and calls the program for each entry. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Noreturn void __whydunit_unsupported(const char *what);

struct directory {
    dev_t device;
    ino_t inode;
    struct directory *parent;
};

struct walk {
    int (*plain)(const char *, const struct stat *, int);
    int (*extended)(const char *, const struct stat *, int, struct FTW *);
    int flags;
    dev_t device;
};

static int visit(struct walk *walk, const char *path, int base, int level, struct directory *parent);

static int tell(struct walk *walk, const char *path, struct stat *status, int type, int base, int level)
{
    struct FTW where = {base, level};
    if (walk->extended != NULL)
        return walk->extended(path, status, type, &where);
    if (type == FTW_SLN)
        type = FTW_NS;
    return walk->plain(path, status, type);
}

static char *joined(const char *path, const char *name, int *base)
{
    size_t length = strlen(path);
    char *whole = malloc(length + strlen(name) + 2);
    if (whole == NULL)
        return NULL;
    memcpy(whole, path, length);
    if (length == 0 || path[length - 1] != '/')
        whole[length++] = '/';
    *base = (int)length;
    strcpy(whole + length, name);
    return whole;
}

static int is_above(struct directory *parent, const struct stat *status)
{
    for (; parent != NULL; parent = parent->parent)
        if (parent->device == status->st_dev && parent->inode == status->st_ino)
            return 1;
    return 0;
}

static int enter(struct walk *walk, DIR *directory, const char *path, int level, struct directory *self)
{
    struct dirent *entry;
    int result = 0;
    while (result == 0 && (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        int base;
        char *whole = joined(path, entry->d_name, &base);
        if (whole == NULL)
            return -1;
        result = visit(walk, whole, base, level + 1, self);
        free(whole);
        if ((walk->flags & FTW_ACTIONRETVAL) && result == FTW_SKIP_SUBTREE)
            result = 0;
    }
    return result;
}

static int visit_directory(struct walk *walk, const char *path, struct stat *status, int base, int level,
                           struct directory *parent)
{
    struct directory self = {status->st_dev, status->st_ino, parent};
    int result = 0, after = walk->flags & FTW_DEPTH;
    DIR *directory = opendir(path);
    if (directory == NULL) {
        if (errno != EACCES)
            return -1;
        return tell(walk, path, status, FTW_DNR, base, level);
    }
    if (!after)
        result = tell(walk, path, status, FTW_D, base, level);
    if (result == 0)
        result = enter(walk, directory, path, level, &self);
    if ((walk->flags & FTW_ACTIONRETVAL) && result == FTW_SKIP_SIBLINGS)
        result = 0;
    int error = errno;
    closedir(directory);
    errno = error;
    if (result == 0 && after)
        result = tell(walk, path, status, FTW_DP, base, level);
    return result;
}

static int visit(struct walk *walk, const char *path, int base, int level, struct directory *parent)
{
    struct stat status;
    int physical = walk->flags & FTW_PHYS;
    if ((physical ? lstat(path, &status) : stat(path, &status)) < 0) {
        if (errno != EACCES && errno != ENOENT)
            return -1;
        if (!physical && lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
            return tell(walk, path, &status, FTW_SLN, base, level);
        if (level == 0)
            return -1;
        memset(&status, 0, sizeof status);
        return tell(walk, path, &status, FTW_NS, base, level);
    }
    if (level == 0)
        walk->device = status.st_dev;
    if ((walk->flags & FTW_MOUNT) && status.st_dev != walk->device)
        return 0;
    if (S_ISDIR(status.st_mode))
        return !physical && is_above(parent, &status) ? 0 : visit_directory(walk, path, &status, base, level, parent);
    return tell(walk, path, &status, S_ISLNK(status.st_mode) ? FTW_SL : FTW_F, base, level);
}

static int start(struct walk *walk, const char *path)
{
    char *copy;
    size_t length = strlen(path);
    if (length == 0) {
        errno = ENOENT;
        return -1;
    }
    if ((copy = strdup(path)) == NULL)
        return -1;
    while (length > 1 && copy[length - 1] == '/')
        copy[--length] = '\0';
    char *slash = strrchr(copy, '/');
    int base = slash == NULL || slash[1] == '\0' ? 0 : (int)(slash + 1 - copy);
    int result = visit(walk, copy, base, 0, NULL);
    if ((walk->flags & FTW_ACTIONRETVAL) && (result == FTW_SKIP_SUBTREE || result == FTW_SKIP_SIBLINGS))
        result = 0;
    free(copy);
    return result;
}

int ftw(const char *path, __ftw_func_t function, int descriptors)
{
    struct walk walk = {.plain = function};
    (void)descriptors;
    return start(&walk, path);
}

int nftw(const char *path, __nftw_func_t function, int descriptors, int flags)
{
    struct walk walk = {.extended = function, .flags = flags};
    (void)descriptors;
    if (flags & FTW_CHDIR)
        __whydunit_unsupported("nftw with FTW_CHDIR: call it without that flag");
    return start(&walk, path);
}

int ftw64(const char *path, __ftw64_func_t function, int descriptors)
{
    return ftw(path, (__ftw_func_t)function, descriptors);
}

int nftw64(const char *path, __nftw64_func_t function, int descriptors, int flags)
{
    return nftw(path, (__nftw_func_t)function, descriptors, flags);
}
