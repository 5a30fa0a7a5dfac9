// A memory allocator on a static arena: free list, splitting, coalescing, an arena of objects, reference counts.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct block { size_t size; struct block *next; int free; };

static _Alignas(max_align_t) unsigned char arena[1 << 16];
static struct block *first;

static void setup(void) {
    first = (struct block *)arena;
    *first = (struct block){sizeof arena - sizeof *first, NULL, 1};
}

static void *take(size_t size) {
    size = (size + 15) & ~(size_t)15;
    for (struct block *b = first; b; b = b->next) {
        if (!b->free || b->size < size)
            continue;
        if (b->size >= size + sizeof *b + 16) {
            struct block *rest = (struct block *)((unsigned char *)(b + 1) + size);
            *rest = (struct block){b->size - size - sizeof *b, b->next, 1};
            b->size = size;
            b->next = rest;
        }
        b->free = 0;
        return b + 1;
    }
    return NULL;
}

static void give(void *p) {
    struct block *b = (struct block *)p - 1;
    b->free = 1;
    for (b = first; b; b = b->next)
        while (b->free && b->next && b->next->free) {
            b->size += sizeof *b + b->next->size;
            b->next = b->next->next;
        }
}

static void report(void) {
    int blocks = 0, free = 0;
    size_t largest = 0;
    for (struct block *b = first; b; b = b->next) {
        blocks++;
        free += b->free;
        if (b->free && b->size > largest)
            largest = b->size;
    }
    printf("%d blocks, %d free, largest %zu\n", blocks, free, largest);
}

struct shared { int count; int value; struct shared *inner; };

static struct shared *share(int value, struct shared *inner) {
    struct shared *s = take(sizeof *s);
    *s = (struct shared){1, value, inner};
    if (inner)
        inner->count++;
    return s;
}

static void release(struct shared *s) {
    if (!s || --s->count)
        return;
    printf("drop %d\n", s->value);
    release(s->inner);
    give(s);
}

int main(void) {
    setup();
    void *p[40];
    unsigned r = 5;
    for (int i = 0; i < 40; i++) {
        r = r * 1103515245u + 12345u;
        size_t size = (r >> 16) % 900 + 1;
        p[i] = take(size);
        memset(p[i], i, size);
    }
    report();
    for (int i = 0; i < 40; i += 2)
        give(p[i]);
    report();
    for (int i = 0; i < 40; i += 4) {
        p[i] = take(32);
        memset(p[i], 0xaa, 32);
    }
    report();
    unsigned sum = 0;
    for (int i = 1; i < 40; i += 2)
        sum = sum * 3 + *(unsigned char *)p[i];
    printf("%u %d\n", sum, (int)((uintptr_t)p[3] % 8));
    for (int i = 0; i < 40; i++)
        if (i % 2 || i % 4 == 0)
            give(p[i]);
    report();
    printf("%s\n", take(1 << 17) ? "?" : "full");
    struct shared *a = share(1, NULL), *b = share(2, a), *c = share(3, a);
    release(a);
    release(b);
    printf("%d\n", a->count);
    release(c);
    report();
    return 0;
}
