/* Searching in arrays and lists: bsearch, lfind, lsearch, insque, remque. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

#undef bsearch
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *here = (const char *)base + middle * size;
        int order = compare(key, here);
        if (order == 0)
            return (void *)here;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    const char *here = base;
    for (size_t i = 0; i < *count; i++, here += size)
        if (compare(key, here) == 0)
            return (void *)here;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);
    if (found == NULL) {
        found = memcpy((char *)base + *count * size, key, size);
        ++*count;
    }
    return found;
}

struct element {
    struct element *next, *previous;
};

void insque(void *element, void *after)
{
    struct element *e = element, *a = after;
    if (a == NULL) {
        e->next = e->previous = NULL;
        return;
    }
    struct element *next = a->next;
    a->next = e;
    e->previous = a;
    e->next = next;
    if (next != NULL)
        next->previous = e;
}

void remque(void *element)
{
    struct element *e = element;
    if (e->next != NULL)
        e->next->previous = e->previous;
    if (e->previous != NULL)
        e->previous->next = e->next;
}
