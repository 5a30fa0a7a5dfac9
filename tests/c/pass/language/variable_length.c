// Arrays whose length is known only at run time, alloca, their sizes and lifetimes.
#include <stdio.h>
#include <stdlib.h>

static int square(int n) {
    int a[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i][j] = i * j;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i][n - 1];
    return sum + (int)sizeof a;
}
static long total(int rows, int columns, int matrix[rows][columns]) {
    long sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) sum += matrix[i][j];
    return sum;
}
static char *fill(char *p, int n) {
    for (int i = 0; i < n; i++) p[i] = 'a' + i;
    p[n] = 0;
    return p;
}

int main(void) {
    printf("%d %d\n", square(5), square(1));
    int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%ld\n", total(2, 3, matrix));
    for (int i = 1; i < 2000; i *= 3) {
        char scratch[i + 1];
        scratch[i] = 1;
        printf("%d ", (int)sizeof scratch + scratch[i]);
    }
    printf("%s\n", fill(__builtin_alloca(10), 9));
    int n = 4;
    int (*p)[n] = malloc(sizeof *p * 2);
    p[1][3] = 8;
    printf("%zu %d\n", sizeof *p, p[1][3]);
    free(p);
again:;
    long v[n];
    v[n - 1] = n;
    if (--n > 1) goto again;
    printf("%ld\n", v[1]);
    _Alignas(64) char aligned[64];
    printf("%d\n", (int)((unsigned long)aligned % 64));
    return 0;
}
