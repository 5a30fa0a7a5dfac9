#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    srand(12345);
    for (int i = 0; i < 40; i++)
        printf("%ld ", random());
    unsigned seed = 7;
    printf("%d %d %u\n", rand_r(&seed), rand_r(&seed), seed);
    char states[5][256];
    size_t sizes[] = {8, 32, 64, 128, 256};
    for (int i = 0; i < 5; i++) {
        initstate(i + 1, states[i], sizes[i]);
        printf("%ld %ld %ld\n", random(), random(), random());
    }
    setstate(states[1]);
    printf("%ld\n", random());
    struct random_data data = {0};
    int value;
    initstate_r(9, states[2], 128, &data);
    random_r(&data, &value);
    printf("%d\n", value);
    printf("%ld %ld %.17g\n", lrand48(), mrand48(), drand48());
    srand48(99);
    printf("%ld %ld %.17g\n", lrand48(), mrand48(), drand48());
    unsigned short x[3] = {1, 2, 3}, p[7] = {1, 2, 3, 4, 5, 6, 7};
    printf("%.17g %ld %ld %hu\n", erand48(x), nrand48(x), jrand48(x), x[0]);
    unsigned short *old = seed48(x);
    printf("%hu %hu %hu %ld\n", old[0], old[1], old[2], lrand48());
    lcong48(p);
    printf("%ld\n", lrand48());
    return 0;
}
