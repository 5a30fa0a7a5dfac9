#define _GNU_SOURCE
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return ((intptr_t)a > (intptr_t)b) - ((intptr_t)a < (intptr_t)b);
}

static void visit(const void *node, VISIT order, int level)
{
    printf("%ld/%d/%d ", (long)*(const intptr_t *)node, order, level);
}

static void nothing(void *key)
{
    (void)key;
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    void *root = NULL;
    unsigned seed = 1;
    for (int i = 0; i < 60; i++)
        tsearch((void *)(intptr_t)((seed = seed * 1103515245 + 12345) >> 16 & 63), &root, compare);
    twalk(root, visit);
    puts("");
    for (intptr_t i = 0; i < 64; i += 3)
        tdelete((void *)i, &root, compare);
    for (intptr_t i = 0; i < 64; i++)
        printf("%d", tfind((void *)i, &root, compare) != NULL);
    puts("");
    tdestroy(root, nothing);
    int table[10] = {5, 3, 9};
    size_t count = 3;
    int wanted = 9, fresh = 7;
    printf("%td %p\n", (int *)lfind(&wanted, table, &count, sizeof *table, by_value) - table,
           lfind(&fresh, table, &count, sizeof *table, by_value));
    lsearch(&fresh, table, &count, sizeof *table, by_value);
    printf("%zu %d\n", count, table[3]);
    hcreate(30);
    char *names[] = {"one", "two", "three"};
    for (intptr_t i = 0; i < 3; i++)
        hsearch((ENTRY){names[i], (void *)(i + 1)}, ENTER);
    ENTRY *found = hsearch((ENTRY){"two", NULL}, FIND);
    printf("%ld %p\n", (long)(intptr_t)found->data, (void *)hsearch((ENTRY){"four", NULL}, FIND));
    hdestroy();
    return 0;
}
