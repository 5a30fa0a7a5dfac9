/* Workload a: sieve of Eratosthenes and an integer matrix product. */
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 4000000, SIDE = 220 };

static char composite[LIMIT];
static int left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];

static int count_primes(void) {
    int count = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    return count;
}

static long multiply(void) {
    long trace = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            left[i][j] = i * 3 + j;
            right[i][j] = i - 2 * j;
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
    for (int i = 0; i < SIDE; i++)
        trace += product[i][i];
    return trace;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < rounds; i++)
        printf("%d %ld\n", count_primes(), multiply());
    return 0;
}
