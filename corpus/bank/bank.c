/*
 * bank [-l] < SCENARIO: simulates a day in a bank, event by event.
 *
 *   open AT, close AT              opening hours in minutes
 *   teller NAME [PERCENT]          100 is the normal speed
 *   break NAME AT LENGTH           the teller finishes the customer at hand first
 *   customer NAME AT DURATION [vip]
 *   random SEED COUNT GAP LENGTH   customers at random distances
 *
 * -l writes a log. Averages are kept as fixed-point numbers with 8 binary digits after the point.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CUSTOMERS 120
#define MAX_TELLERS 6
#define MAX_EVENTS (MAX_CUSTOMERS + 4 * MAX_TELLERS)
#define NAME 12
#define FRACTION 8
#define BUCKETS 6
#define BUCKET_WIDTH 5
#define PATIENCE 30

typedef enum { EVENT_END, EVENT_BREAK, EVENT_BACK, EVENT_ARRIVAL } EventKind;

typedef struct {
    int time;
    EventKind kind;
    int who;                    /* customer of an arrival, otherwise teller */
    int length;                 /* of a break */
    unsigned serial;
} Event;

typedef struct {
    Event events[MAX_EVENTS];
    int count;
    unsigned serial;
} Agenda;

typedef enum { TELLER_FREE, TELLER_BUSY, TELLER_AWAY } TellerState;

typedef struct {
    char name[NAME];
    TellerState state;
    int percent;
    int served, busy_time;
    int pending_break;          /* length of a break that has to wait, or 0 */
} Teller;

typedef struct Customer {
    char name[NAME];
    int arrival, duration, vip;
    struct Customer *next;
} Customer;

typedef struct {
    Customer *first, *last;
    int length, longest;
} Line;

typedef struct {
    long wait_sum;              /* fixed point */
    double wait_squares;
    int most, served, sent_away;
    int histogram[BUCKETS];
} Stats;

typedef struct {
    Agenda agenda;
    Teller tellers[MAX_TELLERS];
    int teller_count;
    Customer customers[MAX_CUSTOMERS];
    int customer_count;
    Line normal, vip;
    Stats stats;
    int now, opens, closes, with_log;
} Bank;

/* ---- agenda: a binary heap by time, then kind, then age ---- */

static int is_earlier(const Event *a, const Event *b)
{
    if (a->time != b->time)
        return a->time < b->time;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->serial < b->serial;
}

static void swap_events(Event *a, Event *b)
{
    Event kept = *a;
    *a = *b;
    *b = kept;
}

static void schedule(Agenda *agenda, int time, EventKind kind, int who, int length)
{
    assert(agenda->count < MAX_EVENTS);
    int at = agenda->count++;
    agenda->events[at] = (Event){time, kind, who, length, agenda->serial++};
    while (at > 0 && is_earlier(&agenda->events[at], &agenda->events[(at - 1) / 2])) {
        swap_events(&agenda->events[at], &agenda->events[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static Event next_event(Agenda *agenda)
{
    Event *events = agenda->events;
    Event first = events[0];
    int at = 0;
    events[0] = events[--agenda->count];
    for (;;) {
        int child = 2 * at + 1;
        if (child >= agenda->count)
            break;
        if (child + 1 < agenda->count && is_earlier(&events[child + 1], &events[child]))
            child++;
        if (!is_earlier(&events[child], &events[at]))
            break;
        swap_events(&events[child], &events[at]);
        at = child;
    }
    return first;
}

/* ---- lines of customers ---- */

static void join(Line *line, Customer *customer)
{
    customer->next = NULL;
    if (line->last != NULL)
        line->last->next = customer;
    else
        line->first = customer;
    line->last = customer;
    line->length++;
    if (line->length > line->longest)
        line->longest = line->length;
}

static Customer *leave(Line *line)
{
    Customer *customer = line->first;
    if (customer == NULL)
        return NULL;
    line->first = customer->next;
    if (line->first == NULL)
        line->last = NULL;
    line->length--;
    return customer;
}

/* ---- what happens ---- */

static void log_line(const Bank *bank, const char *what, const char *who)
{
    if (bank->with_log)
        printf("%02d:%02d %s %s\n", bank->now / 60, bank->now % 60, what, who);
}

static void note_wait(Stats *stats, int wait)
{
    int bucket = wait / BUCKET_WIDTH;
    stats->wait_sum += (long)wait << FRACTION;
    stats->wait_squares += (double)wait * wait;
    if (wait > stats->most)
        stats->most = wait;
    stats->histogram[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    stats->served++;
}

static void serve(Bank *bank, int number, const Customer *customer)
{
    Teller *teller = &bank->tellers[number];
    int length = (customer->duration * 100 + teller->percent - 1) / teller->percent;
    assert(teller->state == TELLER_FREE);
    teller->state = TELLER_BUSY;
    teller->served++;
    teller->busy_time += length;
    note_wait(&bank->stats, bank->now - customer->arrival);
    schedule(&bank->agenda, bank->now + length, EVENT_END, number, 0);
    log_line(bank, teller->name, customer->name);
}

/* Important customers first; those who waited too long are gone when their turn comes. */
static Customer *next_customer(Bank *bank)
{
    Customer *customer = leave(&bank->vip);
    while (customer == NULL && bank->normal.length > 0) {
        customer = leave(&bank->normal);
        if (bank->now - customer->arrival > PATIENCE) {
            log_line(bank, "gone:", customer->name);
            bank->stats.sent_away++;
            customer = NULL;
        }
    }
    return customer;
}

/* The free teller who served the fewest customers, or -1. */
static int free_teller(const Bank *bank)
{
    int best = -1;
    for (int i = 0; i < bank->teller_count; i++) {
        const Teller *teller = &bank->tellers[i];
        if (teller->state == TELLER_FREE && (best < 0 || teller->served < bank->tellers[best].served))
            best = i;
    }
    return best;
}

static void assign_work(Bank *bank)
{
    int number;
    while ((number = free_teller(bank)) >= 0) {
        const Customer *customer = next_customer(bank);
        if (customer == NULL)
            return;
        serve(bank, number, customer);
    }
}

static void arrive(Bank *bank, int number)
{
    Customer *customer = &bank->customers[number];
    if (bank->now < bank->opens || bank->now >= bank->closes) {
        log_line(bank, "closed for", customer->name);
        bank->stats.sent_away++;
        return;
    }
    join(customer->vip ? &bank->vip : &bank->normal, customer);
    log_line(bank, "enters", customer->name);
}

static void start_break(Bank *bank, int number, int length)
{
    Teller *teller = &bank->tellers[number];
    teller->state = TELLER_AWAY;
    teller->pending_break = 0;
    schedule(&bank->agenda, bank->now + length, EVENT_BACK, number, 0);
    log_line(bank, "pause:", teller->name);
}

static void handle(Bank *bank, const Event *event)
{
    Teller *teller = &bank->tellers[event->kind == EVENT_ARRIVAL ? 0 : event->who];
    switch (event->kind) {
    case EVENT_ARRIVAL:
        arrive(bank, event->who);
        break;
    case EVENT_END:
        assert(teller->state == TELLER_BUSY);
        teller->state = TELLER_FREE;
        if (teller->pending_break > 0)
            start_break(bank, event->who, teller->pending_break);
        break;
    case EVENT_BREAK:
        if (teller->state == TELLER_FREE)
            start_break(bank, event->who, event->length);
        else
            teller->pending_break += event->length;
        break;
    case EVENT_BACK:
        teller->state = TELLER_FREE;
        if (teller->pending_break > 0)
            start_break(bank, event->who, teller->pending_break);
        break;
    }
}

static void simulate(Bank *bank)
{
    while (bank->agenda.count > 0) {
        Event event = next_event(&bank->agenda);
        assert(event.time >= bank->now);
        bank->now = event.time;
        handle(bank, &event);
        assign_work(bank);
    }
}

/* ---- the scenario ---- */

static unsigned next_random(unsigned *state, unsigned limit)
{
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16 & 0x7FFF) % limit;
}

/* During the day every teller adds at most one event. */
static int is_full(const Agenda *agenda)
{
    return agenda->count >= MAX_EVENTS - MAX_TELLERS;
}

static int add_customer(Bank *bank, const char *name, int at, int duration, int vip)
{
    if (bank->customer_count == MAX_CUSTOMERS || at < 0 || duration < 0 || is_full(&bank->agenda))
        return 0;
    int number = bank->customer_count++;
    Customer *customer = &bank->customers[number];
    snprintf(customer->name, sizeof customer->name, "%s", name);
    customer->arrival = at;
    customer->duration = duration;
    customer->vip = vip;
    schedule(&bank->agenda, at, EVENT_ARRIVAL, number, 0);
    return 1;
}

static int add_random(Bank *bank, unsigned seed, int count, unsigned gap, unsigned length)
{
    int at = bank->opens;
    if (gap == 0 || length == 0)
        return 0;
    for (int i = 0; i < count; i++) {
        char name[NAME];
        at += (int)next_random(&seed, 2 * gap);
        int duration = 1 + (int)next_random(&seed, length);
        int vip = next_random(&seed, 8) == 0;
        snprintf(name, sizeof name, "#%d", i + 1);
        if (!add_customer(bank, name, at, duration, vip))
            return 0;
    }
    return 1;
}

static int find_teller(const Bank *bank, const char *name)
{
    for (int i = 0; i < bank->teller_count; i++)
        if (strcmp(bank->tellers[i].name, name) == 0)
            return i;
    return -1;
}

static int add_teller(Bank *bank, const char *name, int percent)
{
    if (bank->teller_count == MAX_TELLERS || percent < 10 || find_teller(bank, name) >= 0)
        return 0;
    Teller *teller = &bank->tellers[bank->teller_count++];
    snprintf(teller->name, sizeof teller->name, "%s", name);
    teller->percent = percent;
    return 1;
}

static int add_break(Bank *bank, const char *name, int at, int length)
{
    int number = find_teller(bank, name);
    if (number < 0 || at < 0 || length <= 0 || is_full(&bank->agenda))
        return 0;
    schedule(&bank->agenda, at, EVENT_BREAK, number, length);
    return 1;
}

/* One line of the scenario; 0 when it is not understood. */
static int read_line(Bank *bank, const char *line)
{
    char word[16], name[NAME], extra[8];
    int a, b, c;
    unsigned seed;
    if (sscanf(line, "%15s", word) != 1 || word[0] == '#')
        return 1;
    if (strcmp(word, "open") == 0)
        return sscanf(line, "%*s %d", &bank->opens) == 1;
    if (strcmp(word, "close") == 0)
        return sscanf(line, "%*s %d", &bank->closes) == 1;
    if (strcmp(word, "teller") == 0) {
        int fields = sscanf(line, "%*s %11s %d", name, &a);
        return fields >= 1 && add_teller(bank, name, fields == 2 ? a : 100);
    }
    if (strcmp(word, "break") == 0)
        return sscanf(line, "%*s %11s %d %d", name, &a, &b) == 3 && add_break(bank, name, a, b);
    if (strcmp(word, "customer") == 0) {
        int fields = sscanf(line, "%*s %11s %d %d %7s", name, &a, &b, extra);
        return fields >= 3 && add_customer(bank, name, a, b, fields == 4 && strcmp(extra, "vip") == 0);
    }
    if (strcmp(word, "random") == 0)
        return sscanf(line, "%*s %u %d %d %d", &seed, &a, &b, &c) == 4
            && add_random(bank, seed, a, (unsigned)b, (unsigned)c);
    return 0;
}

/* ---- the report ---- */

static void report(const Bank *bank)
{
    const Stats *stats = &bank->stats;
    printf("served %d, sent away %d, until %02d:%02d\n", stats->served, stats->sent_away, bank->now / 60, bank->now % 60);
    if (stats->served > 0) {
        long mean = stats->wait_sum / stats->served;
        double exact = (double)mean / (1 << FRACTION);
        double variance = stats->wait_squares / stats->served - exact * exact;
        printf("wait: mean %ld.%02ld, most %d, deviation %.2f\n", mean >> FRACTION,
               (mean & ((1 << FRACTION) - 1)) * 100 >> FRACTION, stats->most, sqrt(variance > 0 ? variance : 0));
        printf("waits:");
        for (int i = 0; i < BUCKETS; i++)
            printf(" %d", stats->histogram[i]);
        printf("\n");
    }
    printf("lines: %d normal, %d vip\n", bank->normal.longest, bank->vip.longest);
    for (int i = 0; i < bank->teller_count; i++) {
        const Teller *teller = &bank->tellers[i];
        double share = bank->now > bank->opens ? 100.0 * teller->busy_time / (bank->now - bank->opens) : 0.0;
        printf("%s: %d customers, %d minutes, %.1f%%\n", teller->name, teller->served, teller->busy_time, share);
    }
}

int main(int argc, char **argv)
{
    static Bank bank;
    char line[80];
    bank.closes = 24 * 60;
    bank.with_log = argc > 1 && strcmp(argv[1], "-l") == 0;
    for (int number = 1; fgets(line, sizeof line, stdin) != NULL; number++) {
        if (!read_line(&bank, line)) {
            printf("line %d: not understood\n", number);
            return 2;
        }
    }
    simulate(&bank);
    report(&bank);
    return bank.stats.sent_away > 0 ? 1 : 0;
}
