/* A ledger of many small bookings with one fault (without -DRIGHT): the threshold for a fee is one
 * too low. The argument is the number of bookings. `explain` is measured on it at several lengths. */
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 64
#ifdef RIGHT
#define LIMIT 900
#else
#define LIMIT 899
#endif

static long balance[ACCOUNTS];
static unsigned seed = 99;

static unsigned next(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static long fee(long amount) {
    if (amount >= LIMIT)
        return amount / 100;
    return 0;
}

static void book(int from, int to, long amount) {
    balance[from] -= amount + fee(amount);
    balance[to] += amount;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < count; i++)
        book(next() % ACCOUNTS, next() % ACCOUNTS, next() % 1000);
    long total = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        total += balance[i];
    printf("%d bookings\n", count);
    printf("fees %ld\n", -total);
    return 0;
}
