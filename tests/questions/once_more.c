// Why a line that did run was not run once more: only decisions whose other way gives one more execution count, not
// those that lead to the same execution earlier.
//
// $ whydunit trace why-not once_more.c:31#2 ./once_more
// $ whydunit trace why-not once_more.c:39#2 ./once_more
// $ whydunit trace why-not once_more.c:55#2 ./once_more
// $ whydunit trace why-not once_more.c:73#2 ./once_more
// $ whydunit trace why-not once_more.c:84#3 ./once_more
// $ whydunit trace why-not once_more.c:92#4 ./once_more
// $ whydunit trace why-not once_more.c:100#2 ./once_more
// $ whydunit trace why-not once_more.c:109#3 ./once_more
// $ whydunit trace why-not once_more.c:127 ./once_more
// $ whydunit trace why-not once_more.c:126#2 ./once_more
// $ whydunit trace why-not once_more.c:132 ./once_more

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int total, stock[] = {4, 0, 6, 8};

/* Where the first 0 is. */
static int first_empty(const int *from, int count)
{
    int i = 0;
    while (i < count) {
        if (from[i] == 0)
            return i;
        i++;
    }
    puts("all full");
    return -1;
}

/* As deep as the argument demands. */
static int deep(int levels)
{
    if (levels == 0)
        return 0;
    levels = deep(levels - 1);
    return levels + 1;
}

/* The place of a number; 10 and more where there is none. */
static int place_of(const int *from, int count, int wanted)
{
    int i, seen = 0;
    for (i = 0;; i++) {
        if (i >= count)
            break;
        if (from[i] == wanted)
            return i;
        seen = 2;
    }
    seen += 10;
    return seen;
}

struct command {
    const char *name;
    int (*run)(int);
};

static int add(int value)
{
    total += value;
    return 1;
}

static int subtract(int value)
{
    /* Once. */
    total -= value;
    return 1;
}

static const struct command commands[] = {{"add", add}, {"sub", subtract}};

static int dispatch(const char *word, int value)
{
    for (unsigned i = 0; i < 2; i++) {
        if (strncmp(commands[i].name, word, 3) == 0)
            /* By the table. */
            return commands[i].run(value);
    }
    return 0;
}

/* Is it more than 2? */
static int is_more(int value)
{
    total += value;
    return value > 2;
}

static void search(int end)
{
    for (int i = 0; i < end; i++)
        if (i == 4)
            break;
}

/* Some are skipped. */
static int evens(int end)
{
    int sum = 0;
    for (int i = 1; i < end; i++) {
        if (i % 2 == 0)
            sum += i;
    }
    return sum;
}

int main(void)
{
    first_empty(stock, 4);
    first_empty(stock + 2, 2);
    deep(2);
    place_of(stock, 4, 6);
    place_of(stock, 2, 6);
    dispatch("add", 4);
    dispatch("sub", 3);
    search(9);
    evens(6);
    int more = 0;
    if (is_more(1) && is_more(5))
        more = 1;
    if (is_more(3) || is_more(4))
        more += 2;
    if (more > 2)
        /* Too many. */
        exit(3);
    if (more == 2)
        exit(0);
    return total;
}
