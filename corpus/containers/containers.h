/* Containers: a vector of elements of any size, a map from strings to numbers, a list of strings, a heap. */
#ifndef CONTAINERS_H
#define CONTAINERS_H

#include <stddef.h>

typedef int (*Compare)(const void *a, const void *b);
typedef void (*Visit)(const void *element, void *data);

/* ---- vector ---- */

typedef struct {
    unsigned char *data;
    size_t element, count, room;
} Vector;

void vector_init(Vector *v, size_t element);
void vector_free(Vector *v);
void *vector_at(const Vector *v, size_t index);
void vector_push(Vector *v, const void *element);
int vector_insert(Vector *v, size_t index, const void *element);
int vector_remove(Vector *v, size_t index);
void vector_reverse(Vector *v);
void vector_sort(Vector *v, Compare compare);       /* stable */
size_t vector_find(const Vector *v, const void *element, Compare compare); /* in a sorted one; count: absent */
void vector_each(const Vector *v, Visit visit, void *data);

/* ---- map: open addressing, room is a power of two ---- */

typedef enum { SLOT_FREE, SLOT_USED, SLOT_GONE } SlotState;

typedef struct {
    char *key;
    long value;
    SlotState state;
} Slot;

typedef struct {
    Slot *slots;
    size_t room, used, gone;
} Map;

void map_init(Map *m);
void map_free(Map *m);
void map_set(Map *m, const char *key, long value);
int map_get(const Map *m, const char *key, long *value);
int map_remove(Map *m, const char *key);

/* ---- list: doubly linked ---- */

typedef struct Link {
    struct Link *before, *after;
    char text[];
} Link;

typedef struct {
    Link *first, *last;
    size_t count;
} List;

void list_append(List *l, const char *text);
int list_remove(List *l, const char *text);
void list_reverse(List *l);
void list_rotate(List *l, size_t steps);
void list_clear(List *l);

/* ---- heap: the smallest element by compare is on top ---- */

typedef struct {
    Vector items;
    Compare compare;
} Heap;

void heap_init(Heap *h, size_t element, Compare compare);
void heap_add(Heap *h, const void *element);
int heap_take(Heap *h, void *element);

#endif
