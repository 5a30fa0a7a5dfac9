/*
 * containers < SCRIPT: one command per line.
 *
 *   set KEY N, get KEY, del KEY, map            the map; map shows it by key
 *   push N, insert AT N, drop AT, flip, up, down, find N, vec
 *   append TEXT, remove TEXT, turn, rotate N, list, back, clear
 *   add URGENCY NAME, take, drain               the heap of tasks; earlier ones first among equals
 *
 * The exit status is the number of commands that could not be done.
 */
#include "containers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 24

typedef struct {
    int urgency;
    unsigned serial;
    char name[MAX_NAME];
} Task;

typedef struct {
    Map map;
    Vector numbers;
    List list;
    Heap tasks;
    unsigned serial;
} Store;

typedef struct {
    const char *name;
    int arguments;
    int (*run)(Store *store, char **arguments);     /* 0: could not be done */
} Command;

static int by_value(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static int by_value_down(const void *a, const void *b)
{
    return by_value(b, a);
}

static int by_key(const void *a, const void *b)
{
    return strcmp((*(const Slot *const *)a)->key, (*(const Slot *const *)b)->key);
}

static int by_urgency(const void *a, const void *b)
{
    const Task *x = a, *y = b;
    if (x->urgency != y->urgency)
        return x->urgency > y->urgency ? -1 : 1;
    return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/* ---- map ---- */

static int do_set(Store *s, char **a) { map_set(&s->map, a[0], atol(a[1])); return 1; }
static int do_del(Store *s, char **a) { return map_remove(&s->map, a[0]); }

static int do_get(Store *s, char **a)
{
    long value;
    if (!map_get(&s->map, a[0], &value))
        return 0;
    printf("%s = %ld\n", a[0], value);
    return 1;
}

static void print_slot(const void *element, void *data)
{
    const Slot *slot = *(const Slot *const *)element;
    (void)data;
    printf(" %s=%ld", slot->key, slot->value);
}

static int do_map(Store *s, char **a)
{
    Vector sorted;
    (void)a;
    vector_init(&sorted, sizeof(Slot *));
    for (size_t i = 0; i < s->map.room; i++) {
        const Slot *slot = &s->map.slots[i];
        if (slot->state == SLOT_USED)
            vector_push(&sorted, &slot);
    }
    vector_sort(&sorted, by_key);
    printf("map of %zu:", s->map.used);
    vector_each(&sorted, print_slot, NULL);
    printf("\n");
    vector_free(&sorted);
    return 1;
}

/* ---- vector ---- */

static int do_push(Store *s, char **a)
{
    long number = atol(a[0]);
    vector_push(&s->numbers, &number);
    return 1;
}

static int do_insert(Store *s, char **a)
{
    long number = atol(a[1]);
    return vector_insert(&s->numbers, strtoul(a[0], NULL, 10), &number);
}

static int do_drop(Store *s, char **a) { return vector_remove(&s->numbers, strtoul(a[0], NULL, 10)); }
static int do_flip(Store *s, char **a) { (void)a; vector_reverse(&s->numbers); return 1; }
static int do_up(Store *s, char **a) { (void)a; vector_sort(&s->numbers, by_value); return 1; }
static int do_down(Store *s, char **a) { (void)a; vector_sort(&s->numbers, by_value_down); return 1; }

static int do_find(Store *s, char **a)
{
    long number = atol(a[0]);
    size_t at = vector_find(&s->numbers, &number, by_value);
    if (at == s->numbers.count)
        return 0;
    printf("%ld at %zu\n", number, at);
    return 1;
}

static void add_up(const void *element, void *data)
{
    *(long *)data += *(const long *)element;
}

static void print_number(const void *element, void *data)
{
    (void)data;
    printf(" %ld", *(const long *)element);
}

static int do_vec(Store *s, char **a)
{
    long sum = 0;
    (void)a;
    vector_each(&s->numbers, add_up, &sum);
    printf("vec of %zu, sum %ld:", s->numbers.count, sum);
    vector_each(&s->numbers, print_number, NULL);
    printf("\n");
    return 1;
}

/* ---- list ---- */

static int do_append(Store *s, char **a) { list_append(&s->list, a[0]); return 1; }
static int do_remove(Store *s, char **a) { return list_remove(&s->list, a[0]); }
static int do_turn(Store *s, char **a) { (void)a; list_reverse(&s->list); return 1; }
static int do_rotate(Store *s, char **a) { list_rotate(&s->list, strtoul(a[0], NULL, 10)); return 1; }
static int do_clear(Store *s, char **a) { (void)a; list_clear(&s->list); return 1; }

static int do_list(Store *s, char **a)
{
    (void)a;
    printf("list of %zu:", s->list.count);
    for (const Link *link = s->list.first; link != NULL; link = link->after)
        printf(" %s", link->text);
    printf("\n");
    return 1;
}

static int do_back(Store *s, char **a)
{
    (void)a;
    printf("backwards:");
    for (const Link *link = s->list.last; link != NULL; link = link->before)
        printf(" %s", link->text);
    printf("\n");
    return 1;
}

/* ---- heap ---- */

static int do_add(Store *s, char **a)
{
    Task task = {atoi(a[0]), s->serial++, ""};
    snprintf(task.name, sizeof task.name, "%s", a[1]);
    heap_add(&s->tasks, &task);
    return 1;
}

static int do_take(Store *s, char **a)
{
    Task task;
    (void)a;
    if (!heap_take(&s->tasks, &task))
        return 0;
    printf("%s (%d)\n", task.name, task.urgency);
    return 1;
}

static int do_drain(Store *s, char **a)
{
    int done = 0;
    while (do_take(s, a))
        done++;
    return done > 0;
}

static const Command commands[] = {
    {"set", 2, do_set},       {"get", 1, do_get},         {"del", 1, do_del},       {"map", 0, do_map},
    {"push", 1, do_push},     {"insert", 2, do_insert},   {"drop", 1, do_drop},     {"flip", 0, do_flip},
    {"up", 0, do_up},         {"down", 0, do_down},       {"find", 1, do_find},     {"vec", 0, do_vec},
    {"append", 1, do_append}, {"remove", 1, do_remove},   {"turn", 0, do_turn},     {"rotate", 1, do_rotate},
    {"list", 0, do_list},     {"back", 0, do_back},       {"clear", 0, do_clear},   {"add", 2, do_add},
    {"take", 0, do_take},     {"drain", 0, do_drain},
};

/* Runs one line; 0 when it could not be done. */
static int execute(Store *store, char *line)
{
    char *words[4];
    int count = 0;
    for (char *word = strtok(line, " \t\n"); word != NULL && count < 4; word = strtok(NULL, " \t\n"))
        words[count++] = word;
    if (count == 0 || words[0][0] == '#')
        return 1;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, words[0]) == 0 && commands[i].arguments == count - 1)
            return commands[i].run(store, words + 1);
    return 0;
}

int main(void)
{
    Store store = {0};
    char line[128];
    int failed = 0;
    map_init(&store.map);
    vector_init(&store.numbers, sizeof(long));
    heap_init(&store.tasks, sizeof(Task), by_urgency);
    for (int number = 1; fgets(line, sizeof line, stdin) != NULL; number++) {
        if (!execute(&store, line)) {
            printf("line %d: no\n", number);
            failed++;
        }
    }
    map_free(&store.map);
    vector_free(&store.numbers);
    list_clear(&store.list);
    vector_free(&store.tasks.items);
    return failed;
}
