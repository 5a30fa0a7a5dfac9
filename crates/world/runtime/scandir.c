/* Directories as sorted lists: scandir with the program's own filter and order. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

typedef int (*filter)(const struct dirent *);
typedef int (*order)(const struct dirent **, const struct dirent **);

static void drop(struct dirent **list, size_t count)
{
    while (count > 0)
        free(list[--count]);
    free(list);
}

static struct dirent *copy_of(const struct dirent *entry)
{
    struct dirent *copy = malloc(entry->d_reclen);
    return copy == NULL ? NULL : memcpy(copy, entry, entry->d_reclen);
}

static int collect(DIR *directory, struct dirent ***result, filter wanted, order compare)
{
    struct dirent **list = NULL, *entry;
    size_t count = 0, room = 0;
    int saved = errno;
    errno = 0;
    while ((entry = readdir(directory)) != NULL) {
        if (wanted != NULL && !wanted(entry))
            continue;
        errno = 0;
        if (count == room) {
            room = room == 0 ? 10 : 2 * room;
            struct dirent **larger = realloc(list, room * sizeof *list);
            if (larger == NULL)
                break;
            list = larger;
        }
        if ((list[count] = copy_of(entry)) == NULL)
            break;
        count++;
    }
    if (errno != 0) {
        int error = errno;
        drop(list, count);
        closedir(directory);
        errno = error;
        return -1;
    }
    closedir(directory);
    if (compare != NULL && list != NULL)
        qsort(list, count, sizeof *list, (int (*)(const void *, const void *))compare);
    *result = list;
    errno = saved;
    return (int)count;
}

int scandirat(int at, const char *path, struct dirent ***result, filter wanted, order compare)
{
    int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    return directory == NULL ? -1 : collect(directory, result, wanted, compare);
}

int scandir(const char *path, struct dirent ***result, filter wanted, order compare)
{
    DIR *directory = opendir(path);
    return directory == NULL ? -1 : collect(directory, result, wanted, compare);
}

int alphasort(const struct dirent **a, const struct dirent **b)
{
    return strcoll((*a)->d_name, (*b)->d_name);
}

int versionsort(const struct dirent **a, const struct dirent **b)
{
    return strverscmp((*a)->d_name, (*b)->d_name);
}

/* On x86-64 the large-file variants are the same functions under other names. */
int scandir64(const char *path, struct dirent64 ***result, int (*wanted)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
    return scandir(path, (struct dirent ***)result, (filter)wanted, (order)compare);
}

int scandirat64(int at, const char *path, struct dirent64 ***result, int (*wanted)(const struct dirent64 *),
                int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
    return scandirat(at, path, (struct dirent ***)result, (filter)wanted, (order)compare);
}

int alphasort64(const struct dirent64 **a, const struct dirent64 **b)
{
    return strcoll((*a)->d_name, (*b)->d_name);
}

int versionsort64(const struct dirent64 **a, const struct dirent64 **b)
{
    return strverscmp((*a)->d_name, (*b)->d_name);
}
