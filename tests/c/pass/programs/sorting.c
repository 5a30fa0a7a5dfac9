// Nine ways to sort, all of the same data, checked against each other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void bubble(int *v, int n) {
    for (int sorted = 0; !sorted; n--) {
        sorted = 1;
        for (int i = 1; i < n; i++)
            if (v[i - 1] > v[i]) {
                swap(&v[i - 1], &v[i]);
                sorted = 0;
            }
    }
}

static void selection(int *v, int n) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (v[j] < v[least])
                least = j;
        swap(&v[i], &v[least]);
    }
}

static void insertion(int *v, int n) {
    for (int i = 1, j; i < n; i++) {
        int key = v[i];
        for (j = i; j > 0 && v[j - 1] > key; j--)
            v[j] = v[j - 1];
        v[j] = key;
    }
}

static void shell(int *v, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i - gap; j >= 0 && v[j] > v[j + gap]; j -= gap)
                swap(&v[j], &v[j + gap]);
}

static void quick(int *v, int n) {
    if (n < 2)
        return;
    int pivot = v[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i >= j)
            break;
        swap(&v[i], &v[j]);
    }
    quick(v, i);
    quick(v + i, n - i);
}

static void merge(int *v, int n) {
    if (n < 2)
        return;
    int half = n / 2, left[half], i = 0, j = half, k = 0;
    merge(v, half);
    merge(v + half, n - half);
    memcpy(left, v, sizeof left);
    while (i < half)
        v[k++] = j < n && v[j] < left[i] ? v[j++] : left[i++];
}

static void sift(int *v, int i, int n) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && v[child + 1] > v[child])
            child++;
        if (v[i] >= v[child])
            return;
        swap(&v[i], &v[child]);
    }
}

static void heap(int *v, int n) {
    for (int i = n / 2; i-- > 0;)
        sift(v, i, n);
    while (n-- > 1) {
        swap(&v[0], &v[n]);
        sift(v, 0, n);
    }
}

static void radix(int *v, int n) {
    int *other = malloc(n * sizeof *other), *from = v, *to = other;
    if (!other)
        exit(1);
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++)
            count[(((unsigned)from[i] ^ 0x80000000u) >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++)
            count[i + 1] += count[i];
        for (int i = 0; i < n; i++)
            to[count[((unsigned)from[i] ^ 0x80000000u) >> shift & 255]++] = from[i];
        int *t = from;
        from = to;
        to = t;
    }
    free(other);
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void library(int *v, int n) { qsort(v, n, sizeof *v, compare); }

static const struct { const char *name; void (*sort)(int *, int); } ways[] = {
    {"bubble", bubble}, {"selection", selection}, {"insertion", insertion}, {"shell", shell}, {"quick", quick},
    {"merge", merge},   {"heap", heap},           {"radix", radix},         {"qsort", library},
};

int main(void) {
    int original[N], first[N], v[N];
    unsigned r = 99;
    for (int i = 0; i < N; i++) {
        r = r * 1103515245u + 12345u;
        original[i] = (int)(r >> 4) % 5000 - 2500;
    }
    for (unsigned w = 0; w < sizeof ways / sizeof *ways; w++) {
        memcpy(v, original, sizeof v);
        ways[w].sort(v, N);
        if (w == 0)
            memcpy(first, v, sizeof v);
        printf("%s: %s %d %d %d\n", ways[w].name, memcmp(first, v, sizeof v) ? "WRONG" : "sorted", v[0], v[N / 2], v[N - 1]);
    }
    int key = v[100], *found = bsearch(&key, v, N, sizeof *v, compare);
    printf("%d\n", found && *found == key);
    return 0;
}
