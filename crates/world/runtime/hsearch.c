/* Hash tables of <search.h>: open addressing in an array of prime size. */
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* glibc keeps this type to itself; only its pointer is in struct hsearch_data. */
struct _ENTRY {
    unsigned int used;
    ENTRY entry;
};

static struct hsearch_data table_of_all;

static int is_prime(unsigned int number)
{
    for (unsigned int d = 3; d * d <= number; d += 2)
        if (number % d == 0)
            return 0;
    return 1;
}

int hcreate_r(size_t wanted, struct hsearch_data *table)
{
    if (table == NULL) {
        errno = EINVAL;
        return 0;
    }
    if (table->table != NULL)
        return 0;
    if (wanted < 3)
        wanted = 3;
    for (wanted |= 1; !is_prime((unsigned int)wanted); wanted += 2)
        ;
    table->size = (unsigned int)wanted;
    table->filled = 0;
    table->table = calloc(wanted + 1, sizeof(struct _ENTRY));
    return table->table != NULL;
}

void hdestroy_r(struct hsearch_data *table)
{
    if (table == NULL) {
        errno = EINVAL;
        return;
    }
    free(table->table);
    table->table = NULL;
}

static unsigned int hash_of(const char *key)
{
    unsigned int hash = 5381;
    for (; *key != '\0'; key++)
        hash = hash * 33 + (unsigned char)*key;
    return hash == 0 ? 1 : hash;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **found, struct hsearch_data *table)
{
    unsigned int hash = hash_of(item.key), index = hash % table->size;
    for (unsigned int tries = 0; tries < table->size; tries++, index = (index + 1) % table->size) {
        struct _ENTRY *here = &table->table[index];
        if (here->used == hash && strcmp(item.key, here->entry.key) == 0) {
            *found = &here->entry;
            return 1;
        }
        if (here->used != 0)
            continue;
        if (action != ENTER)
            break;
        here->used = hash;
        here->entry = item;
        table->filled++;
        *found = &here->entry;
        return 1;
    }
    errno = action == ENTER ? ENOMEM : ESRCH;
    *found = NULL;
    return 0;
}

int hcreate(size_t wanted)
{
    return hcreate_r(wanted, &table_of_all);
}

void hdestroy(void)
{
    hdestroy_r(&table_of_all);
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
    ENTRY *found;
    hsearch_r(item, action, &found, &table_of_all);
    return found;
}
