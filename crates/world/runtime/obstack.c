/* <obstack.h>: stacks of objects in chunks that the program's own functions provide. */
#define _GNU_SOURCE
#include <obstack.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct _obstack_chunk chunk;

/* glibc aligns to the largest basic type and takes pages minus malloc's overhead. */
#define ALIGNMENT 16
#define CHUNK_SIZE 4064

int obstack_exit_failure = EXIT_FAILURE;

static void no_memory(void)
{
    fprintf(stderr, "%s\n", "memory exhausted");
    exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = no_memory;

static chunk *get_chunk(struct obstack *h, long size)
{
    chunk *got = h->use_extra_arg ? h->chunkfun(h->extra_arg, size) : ((chunk * (*)(long)) h->chunkfun)(size);
    if (got == NULL)
        obstack_alloc_failed_handler();
    return got;
}

static void drop_chunk(struct obstack *h, chunk *old)
{
    if (h->use_extra_arg)
        h->freefun(h->extra_arg, old);
    else
        ((void (*)(void *))h->freefun)(old);
}

static char *first_object(struct obstack *h, chunk *c)
{
    uintptr_t mask = (uintptr_t)h->alignment_mask;
    return (char *)(((uintptr_t)c->contents + mask) & ~mask);
}

static int begin(struct obstack *h, int size, int alignment)
{
    h->chunk_size = size == 0 ? CHUNK_SIZE : size;
    h->alignment_mask = (alignment == 0 ? ALIGNMENT : alignment) - 1;
    chunk *first = h->chunk = get_chunk(h, h->chunk_size);
    h->next_free = h->object_base = first_object(h, first);
    h->chunk_limit = first->limit = (char *)first + h->chunk_size;
    first->prev = NULL;
    h->maybe_empty_object = 0;
    h->alloc_failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *h, int size, int alignment, void *(*get)(long), void (*drop)(void *))
{
    h->chunkfun = (chunk * (*)(void *, long)) get;
    h->freefun = (void (*)(void *, chunk *))drop;
    h->use_extra_arg = 0;
    return begin(h, size, alignment);
}

int _obstack_begin_1(struct obstack *h, int size, int alignment, void *(*get)(void *, long),
                     void (*drop)(void *, void *), void *extra)
{
    h->chunkfun = (chunk * (*)(void *, long)) get;
    h->freefun = (void (*)(void *, chunk *))drop;
    h->extra_arg = extra;
    h->use_extra_arg = 1;
    return begin(h, size, alignment);
}

/* Moves the growing object into a new chunk with room for `length` more bytes. */
void _obstack_newchunk(struct obstack *h, int length)
{
    chunk *old = h->chunk;
    long size = h->next_free - h->object_base;
    long wanted = size + length + (size >> 3) + h->alignment_mask + 100;
    if (wanted < h->chunk_size)
        wanted = h->chunk_size;
    chunk *new = get_chunk(h, wanted);
    h->chunk = new;
    new->prev = old;
    new->limit = h->chunk_limit = (char *)new + wanted;
    char *base = first_object(h, new);
    memcpy(base, h->object_base, (size_t)size);
    if (!h->maybe_empty_object && h->object_base == first_object(h, old)) {
        new->prev = old->prev;
        drop_chunk(h, old);
    }
    h->object_base = base;
    h->next_free = base + size;
    h->maybe_empty_object = 0;
}

static int contains(chunk *c, void *object)
{
    return (void *)c < object && (void *)c->limit >= object;
}

int _obstack_allocated_p(struct obstack *h, void *object)
{
    chunk *c = h->chunk;
    while (c != NULL && !contains(c, object))
        c = c->prev;
    return c != NULL;
}

#undef obstack_free

/* Frees the object and everything allocated after it; with a null pointer everything. */
void obstack_free(struct obstack *h, void *object)
{
    chunk *c = h->chunk;
    while (c != NULL && !contains(c, object)) {
        chunk *older = c->prev;
        drop_chunk(h, c);
        c = older;
        h->maybe_empty_object = 1;
    }
    if (c != NULL) {
        h->object_base = h->next_free = object;
        h->chunk_limit = c->limit;
        h->chunk = c;
    } else if (object != NULL) {
        abort();
    }
}

void _obstack_free(struct obstack *h, void *object)
{
    obstack_free(h, object);
}

int _obstack_memory_used(struct obstack *h)
{
    int used = 0;
    for (chunk *c = h->chunk; c != NULL; c = c->prev)
        used += (int)(c->limit - (char *)c);
    return used;
}

int obstack_vprintf(struct obstack *h, const char *format, va_list arguments)
{
    char *text;
    int length = vasprintf(&text, format, arguments);
    if (length >= 0) {
        obstack_grow(h, text, length);
        free(text);
    }
    return length;
}

int obstack_printf(struct obstack *h, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = obstack_vprintf(h, format, arguments);
    va_end(arguments);
    return length;
}
