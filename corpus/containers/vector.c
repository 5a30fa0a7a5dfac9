/* The vector and, on top of it, the heap. */
#include "containers.h"

#include <stdlib.h>
#include <string.h>

void vector_init(Vector *v, size_t element)
{
    *v = (Vector){NULL, element, 0, 0};
}

void vector_free(Vector *v)
{
    free(v->data);
    vector_init(v, v->element);
}

void *vector_at(const Vector *v, size_t index)
{
    return v->data + index * v->element;
}

static void make_room(Vector *v)
{
    if (v->count < v->room)
        return;
    v->room = v->room == 0 ? 4 : v->room * 2;
    v->data = realloc(v->data, v->room * v->element);
}

void vector_push(Vector *v, const void *element)
{
    make_room(v);
    memcpy(vector_at(v, v->count), element, v->element);
    v->count++;
}

int vector_insert(Vector *v, size_t index, const void *element)
{
    if (index > v->count)
        return 0;
    make_room(v);
    memmove(vector_at(v, index + 1), vector_at(v, index), (v->count - index) * v->element);
    memcpy(vector_at(v, index), element, v->element);
    v->count++;
    return 1;
}

int vector_remove(Vector *v, size_t index)
{
    if (index >= v->count)
        return 0;
    memmove(vector_at(v, index), vector_at(v, index + 1), (v->count - index - 1) * v->element);
    v->count--;
    return 1;
}

static void swap_elements(Vector *v, size_t i, size_t j)
{
    unsigned char *a = vector_at(v, i), *b = vector_at(v, j);
    for (size_t k = 0; k < v->element; k++) {
        unsigned char byte = a[k];
        a[k] = b[k];
        b[k] = byte;
    }
}

void vector_reverse(Vector *v)
{
    for (size_t i = 0; i < v->count / 2; i++)
        swap_elements(v, i, v->count - 1 - i);
}

/* Merges the sorted halves [from, middle) and [middle, to) by way of spare. */
static void merge(Vector *v, size_t from, size_t middle, size_t to, unsigned char *spare, Compare compare)
{
    size_t i = from, j = middle, size = v->element;
    unsigned char *out = spare;
    while (i < middle && j < to) {
        size_t *smaller = compare(vector_at(v, i), vector_at(v, j)) <= 0 ? &i : &j;
        memcpy(out, vector_at(v, (*smaller)++), size);
        out += size;
    }
    memcpy(out, vector_at(v, i), (middle - i) * size);
    out += (middle - i) * size;
    memcpy(out, vector_at(v, j), (to - j) * size);
    memcpy(vector_at(v, from), spare, (to - from) * size);
}

static void sort_part(Vector *v, size_t from, size_t to, unsigned char *spare, Compare compare)
{
    if (to - from < 2)
        return;
    size_t middle = from + (to - from) / 2;
    sort_part(v, from, middle, spare, compare);
    sort_part(v, middle, to, spare, compare);
    merge(v, from, middle, to, spare, compare);
}

void vector_sort(Vector *v, Compare compare)
{
    if (v->count < 2)
        return;
    unsigned char *spare = malloc(v->count * v->element);
    sort_part(v, 0, v->count, spare, compare);
    free(spare);
}

size_t vector_find(const Vector *v, const void *element, Compare compare)
{
    size_t low = 0, high = v->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(vector_at(v, middle), element);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return v->count;
}

void vector_each(const Vector *v, Visit visit, void *data)
{
    for (size_t i = 0; i < v->count; i++)
        visit(vector_at(v, i), data);
}

void heap_init(Heap *h, size_t element, Compare compare)
{
    vector_init(&h->items, element);
    h->compare = compare;
}

static int is_before(const Heap *h, size_t i, size_t j)
{
    return h->compare(vector_at(&h->items, i), vector_at(&h->items, j)) < 0;
}

static void sift_up(Heap *h, size_t at)
{
    while (at > 0) {
        size_t parent = (at - 1) / 2;
        if (!is_before(h, at, parent))
            return;
        swap_elements(&h->items, at, parent);
        at = parent;
    }
}

static void sift_down(Heap *h, size_t at)
{
    for (;;) {
        size_t best = at, left = 2 * at + 1, right = left + 1;
        if (left < h->items.count && is_before(h, left, best))
            best = left;
        if (right < h->items.count && is_before(h, right, best))
            best = right;
        if (best == at)
            return;
        swap_elements(&h->items, at, best);
        at = best;
    }
}

void heap_add(Heap *h, const void *element)
{
    vector_push(&h->items, element);
    sift_up(h, h->items.count - 1);
}

int heap_take(Heap *h, void *element)
{
    if (h->items.count == 0)
        return 0;
    memcpy(element, vector_at(&h->items, 0), h->items.element);
    swap_elements(&h->items, 0, h->items.count - 1);
    vector_remove(&h->items, h->items.count - 1);
    sift_down(h, 0);
    return 1;
}
