// A function that only a pointer leads to, which was given another one.
// $ whydunit trace why-not pointed.c:13 -- ./pointed
// $ whydunit trace why-not pointed.c:17 -- ./pointed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int upwards(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static int downwards(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}
static int by_digit(const void *a, const void *b)
{
    return *(const int *)a % 10 - *(const int *)b % 10;
}
static int (*order)(const void *, const void *) = upwards;
static void choose(int (*chosen)(const void *, const void *)) { order = chosen; }
static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && order(&v[j - 1], &v[j]) > 0; j--) {
            int kept = v[j];
            v[j] = v[j - 1];
            v[j - 1] = kept;
        }
}
int main(int argc, char **argv)
{
    int v[] = {31, 12, 23};
    if (argc > 1 && !strcmp(argv[1], "-d"))
        order = downwards;
    if (argc > 3)
        choose(by_digit);
    if (argc > 2)
        qsort(v, 3, sizeof *v, order);
    else
        sort(v, 3);
    printf("%d %d %d\n", v[0], v[1], v[2]);
    return 0;
}
