/* qsort and qsort_r: a stable merge sort. It makes the same comparisons in the
   same order as glibc 2.36, so that even a comparison function with side effects behaves alike. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct sorter {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *extra;
    char *scratch;
};

static void move(char *to, const char *from, size_t size)
{
    if (size == 4)
        *(uint32_t *)to = *(const uint32_t *)from;
    else if (size == 8)
        *(uint64_t *)to = *(const uint64_t *)from;
    else
        memcpy(to, from, size);
}

static void sort(struct sorter *s, char *base, size_t count)
{
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left, size = s->size;
    char *a = base, *b = base + left * size, *out = s->scratch;
    sort(s, a, left);
    sort(s, b, right);
    while (left > 0 && right > 0) {
        if (s->compare(a, b, s->extra) <= 0) {
            move(out, a, size);
            a += size;
            left--;
        } else {
            move(out, b, size);
            b += size;
            right--;
        }
        out += size;
    }
    if (left > 0)
        memcpy(out, a, left * size);
    memcpy(base, s->scratch, (count - right) * size);
}

/* Without memory to spare: by insertion, stable too, byte by byte. */
static void sort_in_place(struct sorter *s, char *base, size_t count)
{
    size_t size = s->size;
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && s->compare(base + (j - 1) * size, base + j * size, s->extra) > 0; j--) {
            char *a = base + (j - 1) * size, *b = a + size;
            for (size_t k = 0; k < size; k++) {
                char byte = a[k];
                a[k] = b[k];
                b[k] = byte;
            }
        }
    }
}

/* Large elements are sorted through pointers: fewer bytes move, and the comparison function sees
   the elements where they lay at first. */
static int by_pointer(const void *a, const void *b, void *extra)
{
    struct sorter *s = extra;
    return s->compare(*(const void *const *)a, *(const void *const *)b, s->extra);
}

static void sort_large(struct sorter *s, char *base, size_t count)
{
    size_t size = s->size;
    char **order = malloc(2 * count * sizeof *order), *sorted = malloc(count * size);
    if (order == NULL || sorted == NULL) {
        sort_in_place(s, base, count);
        free(sorted);
        free(order);
        return;
    }
    struct sorter outer = {sizeof *order, by_pointer, s, (char *)(order + count)};
    for (size_t i = 0; i < count; i++)
        order[i] = base + i * size;
    sort(&outer, (char *)order, count);
    for (size_t i = 0; i < count; i++)
        memcpy(sorted + i * size, order[i], size);
    memcpy(base, sorted, count * size);
    free(sorted);
    free(order);
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *extra)
{
    struct sorter s = {size, compare, extra, NULL};
    if (count <= 1 || size == 0)
        return;
    if (size > 32) {
        sort_large(&s, base, count);
        return;
    }
    s.scratch = malloc(count * size);
    if (s.scratch == NULL)
        sort_in_place(&s, base, count);
    else
        sort(&s, base, count);
    free(s.scratch);
}

static int without_extra(const void *a, const void *b, void *extra)
{
    return (*(int (**)(const void *, const void *))extra)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(base, count, size, without_extra, &compare);
}
