// Big arrays on the stack, 100 MB of zero globals touched here and there, large structs by value.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char sparse[100 * 1024 * 1024];
static int table[1 << 20];
static struct { char pad[5000000]; int end; } record;

struct large { int list[5000]; char name[32]; };

static struct large make(int seed) {
    struct large l;
    for (int i = 0; i < 5000; i++)
        l.list[i] = seed * i;
    snprintf(l.name, sizeof l.name, "large %d", seed);
    return l;
}

static long sum(struct large l) {
    long total = 0;
    for (int i = 0; i < 5000; i++)
        total += l.list[i];
    l.name[0] = '!';
    return total;
}

static int big_frame(int seed) {
    int local[200000];
    for (int i = 0; i < 200000; i += 997)
        local[i] = i + seed;
    int total = 0;
    for (int i = 0; i < 200000; i += 997)
        total ^= local[i];
    return total;
}

int main(void) {
    for (long i = 0; i < (long)sizeof sparse; i += 7000001)
        sparse[i] = (char)(i / 1000 + 1);
    long total = 0;
    for (long i = 0; i < (long)sizeof sparse; i += 1000003)
        total += sparse[i];
    for (long i = 0; i < (long)sizeof sparse; i += 7000001)
        total += sparse[i] * 3;
    sparse[sizeof sparse - 1] = 5;
    printf("%ld %d\n", total, sparse[sizeof sparse - 1]);
    table[1000000] = 9;
    table[0] = table[1000000] + table[500000];
    record.end = 4;
    printf("%d %d %d\n", table[0], record.end, record.pad[4999999]);
    struct large a = make(3), b = a;
    b.list[4999]++;
    printf("%ld %ld %s %s\n", sum(a), sum(b), a.name, make(8).name);
    printf("%d %d\n", big_frame(1), big_frame(77));
    char *heap = calloc(50, 1000 * 1000);
    if (!heap)
        return 1;
    heap[49999999] = 1;
    printf("%d %d\n", heap[25000000], heap[49999999]);
    memset(heap, 7, 1000);
    memcpy(heap + 10000000, heap, 2000);
    printf("%d %d\n", heap[10000999], heap[10001000]);
    free(heap);
    memcpy(sparse + 50000000, sparse, 1000);
    printf("%d\n", sparse[50000000]);
    return 0;
}
