/* Heap sort of generated numbers; prints the smallest, the median and the largest. The arguments are their
 * number and a seed (optional). */
#include <stdio.h>
#include <stdlib.h>

static unsigned seed = 7;
static int *heap, size;

static int next(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 8 & 0xffff;
}

static void sift(int at, int end) {
    for (;;) {
        int child = 2 * at + 1;
        if (child >= end) return;
        if (child + 1 < end && heap[child] < heap[child + 1]) child++;
        if (heap[at] >= heap[child]) return;
        int kept = heap[at];
        heap[at] = heap[child];
        heap[child] = kept;
        at = child;
    }
}

int main(int argc, char **argv) {
    size = argc > 1 ? atoi(argv[1]) : 1000;
    if (argc > 2) seed = atoi(argv[2]);
    heap = malloc(size * sizeof *heap);
    for (int i = 0; i < size; i++) heap[i] = next();
    for (int i = size / 2; i-- > 0;) sift(i, size);
    for (int end = size - 1; end > 0; end--) {
        int largest = heap[0];
        heap[0] = heap[end];
        heap[end] = largest;
        sift(0, end);
    }
    printf("%d %d %d\n", heap[0], heap[size / 2], heap[size - 1]);
    free(heap);
    return 0;
}
