/* The map. Removed slots stay marked, so that the search for keys behind them goes on. */
#include "containers.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 8

static unsigned long hash(const char *key)
{
    unsigned long h = 2166136261UL;
    for (; *key != '\0'; key++)
        h = (h ^ (unsigned char)*key) * 16777619UL & 0xFFFFFFFFUL;
    return h;
}

void map_init(Map *m)
{
    m->room = FIRST_ROOM;
    m->used = 0;
    m->gone = 0;
    m->slots = calloc(m->room, sizeof(Slot));
}

void map_free(Map *m)
{
    for (size_t i = 0; i < m->room; i++)
        free(m->slots[i].key);
    free(m->slots);
}

/* The slot of the key, or the free one at the end of its search. */
static Slot *find_slot(const Map *m, const char *key)
{
    size_t at = hash(key) & (m->room - 1);
    while (m->slots[at].state != SLOT_FREE) {
        if (m->slots[at].state == SLOT_USED && strcmp(m->slots[at].key, key) == 0)
            break;
        at = (at + 1) & (m->room - 1);
    }
    return &m->slots[at];
}

static void resize(Map *m, size_t room)
{
    Map old = *m;
    m->room = room;
    m->gone = 0;
    m->slots = calloc(room, sizeof(Slot));
    for (size_t i = 0; i < old.room; i++) {
        if (old.slots[i].state == SLOT_USED)
            *find_slot(m, old.slots[i].key) = old.slots[i];
    }
    free(old.slots);
}

void map_set(Map *m, const char *key, long value)
{
    Slot *slot = find_slot(m, key);
    if (slot->state != SLOT_USED) {
        if ((m->used + m->gone + 1) * 4 > m->room * 3) {
            resize(m, m->used * 2 >= m->room ? m->room * 2 : m->room);
            slot = find_slot(m, key);
        }
        slot->key = strdup(key);
        slot->state = SLOT_USED;
        m->used++;
    }
    slot->value = value;
}

int map_get(const Map *m, const char *key, long *value)
{
    const Slot *slot = find_slot(m, key);
    if (slot->state != SLOT_USED)
        return 0;
    *value = slot->value;
    return 1;
}

int map_remove(Map *m, const char *key)
{
    Slot *slot = find_slot(m, key);
    if (slot->state != SLOT_USED)
        return 0;
    free(slot->key);
    slot->key = NULL;
    slot->state = SLOT_GONE;
    m->used--;
    m->gone++;
    return 1;
}
