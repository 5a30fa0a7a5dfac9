// Lines that did not run, or not once more: functions that only pointers lead to, loops without a test of their own,
// chances that were missed before the last execution.
//
// $ whydunit trace why-not uncalled.c:24 ./uncalled
// $ whydunit trace why-not --json uncalled.c:24 ./uncalled | grep -e kind -e text
// $ whydunit trace why-not uncalled.c:29 ./uncalled
// $ whydunit trace why-not uncalled.c:36#9 ./uncalled
// $ whydunit trace why-not uncalled.c:48#2 ./uncalled
// $ whydunit trace why-not uncalled.c:63#2 ./uncalled
#include <stdio.h>
#include <stdlib.h>

struct device { const char *name; int (*open)(int); };

static int verbose, notes;

static int open_file(int n)
{
    return n + 1;
}

static int open_net(int n)
{
    return n * 100;
}

static int downwards(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static int letters(const char *s)
{
    int count = 0;
    for (;;) {
        int letter = *s++;
        if (!letter)
            break;
        if (letter == ' ')
            continue;
        count++;
    }
    return count;
}

static void note(const char *text)
{
    notes++;
    printf("%s\n", text);
}

static void work(int n)
{
    if (verbose)
        note("start");
    if (n > 3)
        note("big");
    note("end");
}

static void bye(void)
{
    fflush(stdout);
}

static int upwards(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv)
{
    struct device devices[] = {{"file", open_file}, {"net", open_net}};
    int (*orders[])(const void *, const void *) = {upwards, downwards};
    int numbers[] = {3, 1, 2};
    atexit(bye);
    struct device *device = &devices[argc > 1];
    int n = device->open(4);
    qsort(numbers, 3, sizeof *numbers, orders[argc > 2]);
    work(argc);
    if (argc > 7)
        exit(2);
    return n + letters("a b");
}
