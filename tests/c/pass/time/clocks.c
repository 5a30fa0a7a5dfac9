// Clocks go forward, and agree with each other as far as a program can rely on it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

int main(void)
{
    struct timespec a, b, wait = {0, 20000000};
    struct timeval v;
    printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &a), nanosleep(&wait, NULL));
    clock_gettime(CLOCK_MONOTONIC, &b);
    double passed = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
    printf("%d\n", passed >= 0.02 && passed < 5);
    time_t t = time(NULL), u;
    printf("%d %d\n", gettimeofday(&v, NULL), time(&u) == u);
    printf("%d\n", v.tv_sec >= t && v.tv_sec <= t + 2);
    printf("%d %d\n", clock_gettime(77, &a), errno == EINVAL);
    printf("%d %ld\n", clock_getres(CLOCK_REALTIME, &a), a.tv_nsec);
    printf("%d %d\n", clock() >= 0, CLOCKS_PER_SEC);
    struct tms tms;
    printf("%d %d\n", times(&tms) != (clock_t)-1, tms.tms_cutime == 0);
    printf("%d %d\n", timespec_get(&a, TIME_UTC), timespec_get(&a, 99));
    struct itimerval timer;
    printf("%d %ld\n", getitimer(ITIMER_REAL, &timer), timer.it_value.tv_sec);
    return 0;
}
