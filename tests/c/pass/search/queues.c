#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    struct item *next, *previous;
    int value;
};

int main(void)
{
    struct item items[5] = {{0}};
    for (int i = 0; i < 5; i++) {
        items[i].value = i;
        insque(&items[i], i ? &items[i / 2] : NULL);
    }
    remque(&items[1]);
    for (struct item *p = items; p; p = p->next)
        printf("%d ", p->value);
    puts("");
    struct hsearch_data table = {0};
    ENTRY *found;
    printf("%d\n", hcreate_r(50, &table));
    for (long i = 0; i < 40; i++) {
        char *key = malloc(8);
        sprintf(key, "k%ld", i);
        hsearch_r((ENTRY){key, (void *)(i * i)}, ENTER, &found, &table);
    }
    printf("%d %ld\n", hsearch_r((ENTRY){"k7", NULL}, FIND, &found, &table), (long)found->data);
    printf("%d\n", hsearch_r((ENTRY){"k99", NULL}, FIND, &found, &table));
    hdestroy_r(&table);
    return 0;
}
