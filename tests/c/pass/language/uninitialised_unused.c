// Uninitialised bytes may be copied, passed, returned and masked; only behaviour that depends on them is an error,
// and there is none here.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded { char a; int b; char c; double d; };
struct half { int used, unused; };
struct bits { unsigned a : 3, b : 5, c : 9; };
struct list { int length; int items[8]; };
union both { char small; long large; };

static struct half make(int n) {
    struct half h;
    h.used = n;
    return h;
}

static int ignore(int used, int unused) {
    (void)unused;
    return used;
}

static int choose(int which, int a, int b) { return which ? a : b; }

static struct list fill(int n) {
    struct list l;
    l.length = n;
    for (int i = 0; i < n; i++)
        l.items[i] = i * i;
    return l;
}

static void swap(void *a, void *b, size_t n) {
    char spare[64];
    memcpy(spare, a, n);
    memcpy(a, b, n);
    memcpy(b, spare, n);
}

int main(void) {
    struct padded p = {'a', 1, 'c', 2.5}, q = p, *heap = malloc(2 * sizeof *heap);
    if (!heap)
        return 1;
    heap[1] = q;
    heap[0] = heap[1];
    printf("%c %d %c %g\n", heap[0].a, heap[0].b, heap[0].c, heap[0].d);
    struct half x = make(5), y = x, pair[2] = {y, make(6)};
    swap(&pair[0], &pair[1], sizeof pair[0]);
    printf("%d %d %d\n", x.used, pair[0].used, pair[1].used);
    int unset;
    printf("%d %d %d\n", ignore(7, unset), choose(1, 8, unset), choose(0, unset, 9));
    struct list l = fill(3), m = l;
    int total = 0;
    for (int i = 0; i < m.length; i++)
        total += m.items[i];
    printf("%d\n", total);
    struct bits b;
    b.a = 5;
    b.c = 300;
    struct bits c = b;
    printf("%u %u\n", c.a, c.c);
    union both u;
    memset(&u, 0, sizeof u);
    u.small = 3;
    printf("%ld\n", u.large & 0xff);
    unsigned mixed;
    memcpy(&mixed, "\x12\x34", 2);
    printf("%x\n", mixed & 0xffff);
    mixed = (mixed & 0xff) | 0xab00;
    printf("%x\n", mixed);
    unsigned char bytes[8];
    bytes[3] = 9;
    unsigned char moved[8];
    for (int i = 0; i < 8; i++)
        moved[i] = bytes[7 - i];
    printf("%d\n", moved[4]);
    long double real = 1.5L, copy;
    memcpy(&copy, &real, sizeof copy);
    printf("%Lg\n", copy);
    char text[16];
    strcpy(text, "short");
    char *again = memcpy(malloc(16), text, 16);
    printf("%s %zu\n", again, strlen(again));
    again = realloc(again, 100);
    printf("%s\n", again);
    int late;
    for (int i = 0; i < 3; i++) {
        if (i > 0 && late == i)
            printf("late %d\n", late);
        late = i + 1;
    }
    int product = unset & 0;
    if (product == 0)
        printf("zero\n");
    double numbers[4];
    numbers[2] = 4;
    double *where = &numbers[2];
    printf("%g\n", *where / 8);
    free(again);
    free(heap);
    return 0;
}
