// Primes: sieve, segmented sieve with bits, trial division, Miller-Rabin with 128-bit products.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 100000 };
static unsigned char composite[LIMIT + 1];
static uint32_t bits[LIMIT / 64 + 1];

static uint64_t power(uint64_t base, uint64_t n, uint64_t modulus) {
    uint64_t r = 1;
    for (base %= modulus; n; n >>= 1) {
        if (n & 1)
            r = (uint64_t)((unsigned __int128)r * base % modulus);
        base = (uint64_t)((unsigned __int128)base * base % modulus);
    }
    return r;
}

static int is_prime(uint64_t n) {
    static const int witnesses[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (int i = 0; i < 12; i++)
        if (n % witnesses[i] == 0)
            return n == (uint64_t)witnesses[i];
    if (n < 2)
        return 0;
    int s = __builtin_ctzll(n - 1);
    uint64_t d = (n - 1) >> s;
    for (int i = 0; i < 12; i++) {
        uint64_t x = power(witnesses[i], d, n);
        int maybe = x == 1 || x == n - 1;
        for (int k = 1; k < s && !maybe; k++) {
            x = (uint64_t)((unsigned __int128)x * x % n);
            maybe = x == n - 1;
        }
        if (!maybe)
            return 0;
    }
    return 1;
}

static void factor(uint64_t n) {
    printf("%lu:", (unsigned long)n);
    for (uint64_t p = 2; p * p <= n; p += 1 + (p & 1))
        for (; n % p == 0; n /= p)
            printf(" %lu", (unsigned long)p);
    if (n > 1)
        printf(" %lu", (unsigned long)n);
    printf("\n");
}

int main(void) {
    int count = 0, largest_gap = 0, last = 2;
    for (int i = 2; i <= LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        if (i - last > largest_gap)
            largest_gap = i - last;
        last = i;
        for (long j = (long)i * i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%d primes, last %d, gap %d\n", count, last, largest_gap);
    memset(bits, 0xff, sizeof bits);
    for (int i = 3; i * i <= LIMIT; i += 2)
        if (bits[i >> 6] >> (i >> 1 & 31) & 1)
            for (int j = i * i; j <= LIMIT; j += 2 * i)
                bits[j >> 6] &= ~(1u << (j >> 1 & 31));
    int again = 1;
    for (int i = 3; i <= LIMIT; i += 2)
        again += bits[i >> 6] >> (i >> 1 & 31) & 1;
    printf("%d\n", again);
    uint64_t samples[] = {1, 2, 91, 97, 561, 65537, 4294967291u, 4294967297u, 1000000007, 18446744073709551557u,
                          18446744073709551556u, 3215031751u, 341550071728321u};
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++)
        printf("%lu %d\n", (unsigned long)samples[i], is_prime(samples[i]));
    factor(360360);
    factor(1234567890);
    factor(1000003);
    return 0;
}
