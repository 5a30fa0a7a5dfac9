// A hash table with chains that grows, and one with open addressing and tombstones.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; unsigned hash; int value; char key[]; };
struct map { struct entry **buckets; size_t size, count; };

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static void grow(struct map *m) {
    size_t size = m->size ? m->size * 2 : 4;
    struct entry **buckets = calloc(size, sizeof *buckets);
    if (!buckets)
        exit(1);
    for (size_t i = 0; i < m->size; i++)
        for (struct entry *e = m->buckets[i], *next; e; e = next) {
            next = e->next;
            e->next = buckets[e->hash & (size - 1)];
            buckets[e->hash & (size - 1)] = e;
        }
    free(m->buckets);
    m->buckets = buckets;
    m->size = size;
}

static int *at(struct map *m, const char *key) {
    unsigned h = hash(key);
    if (m->size)
        for (struct entry *e = m->buckets[h & (m->size - 1)]; e; e = e->next)
            if (e->hash == h && !strcmp(e->key, key))
                return &e->value;
    if (m->count >= m->size)
        grow(m);
    size_t length = strlen(key) + 1;
    struct entry *e = malloc(sizeof *e + length);
    if (!e)
        exit(1);
    memcpy(e->key, key, length);
    e->hash = h;
    e->value = 0;
    e->next = m->buckets[h & (m->size - 1)];
    m->buckets[h & (m->size - 1)] = e;
    m->count++;
    return &e->value;
}

static int compare(const void *a, const void *b) {
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    return y->value != x->value ? y->value - x->value : strcmp(x->key, y->key);
}

enum { EMPTY, USED, DELETED };
static struct { uint32_t key; uint8_t state; } slots[64];

static int probe(uint32_t key, int insert) {
    unsigned i = key * 2654435761u >> 26, spot = 64, tries = 0;
    for (; slots[i].state != EMPTY && tries < 64; i = (i + 1) & 63, tries++) {
        if (slots[i].state == USED && slots[i].key == key)
            return (int)i;
        if (slots[i].state == DELETED && spot == 64)
            spot = i;
    }
    if (!insert)
        return -1;
    i = spot < 64 ? spot : i;
    slots[i].key = key;
    slots[i].state = USED;
    return (int)i;
}

int main(void) {
    const char *text = "the cat and the dog and the bird saw the cat that saw the dog and then the end of it all came";
    struct map m = {0};
    for (const char *p = text; *p;) {
        char word[16];
        int n = 0;
        while (*p == ' ')
            p++;
        while (*p && *p != ' ')
            word[n++] = *p++;
        word[n] = 0;
        ++*at(&m, word);
    }
    for (int i = 0; i < 500; i++) {
        char key[16];
        snprintf(key, sizeof key, "n%d", i % 123);
        *at(&m, key) += i % 2;
    }
    struct entry **list = malloc(m.count * sizeof *list);
    if (!list)
        return 1;
    size_t n = 0;
    for (size_t i = 0; i < m.size; i++)
        for (struct entry *e = m.buckets[i]; e; e = e->next)
            list[n++] = e;
    qsort(list, n, sizeof *list, compare);
    printf("%zu of %zu\n", m.count, m.size);
    for (size_t i = 0; i < 20; i++)
        printf("%s=%d ", list[i]->key, list[i]->value);
    printf("\n");
    for (size_t i = 0; i < n; i++)
        free(list[i]);
    free(list);
    free(m.buckets);
    for (uint32_t i = 0; i < 50; i++)
        probe(i * i, 1);
    for (uint32_t i = 0; i < 50; i += 3)
        slots[probe(i * i, 0)].state = DELETED;
    int found = 0;
    for (uint32_t i = 0; i < 3000; i++)
        found += probe(i, 0) >= 0;
    printf("%d %d %d\n", found, probe(49 * 49, 1), probe(9, 1));
    return 0;
}
