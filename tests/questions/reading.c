/* Freed memory, values distinguished by characters, code on one line. */
// $ whydunit trace history 'data[2]' -- ./reading
// $ whydunit trace history --json 'data[2]' -- ./reading | grep -A4 -e value -e freed | head -8
// $ whydunit trace why-not reading.c:18 -- ./reading
// $ whydunit trace why reading.c:13 -- ./reading
#include <stdio.h>
#include <stdlib.h>

static int tok;

static void next(const char **text) { tok = *(*text)++; }

static int open(int *count) { if (!*count) { ++*count; return -1; } *count += 2; return 0; }

static int factor(void)
{
    switch (tok) {
    case '(': return 1;
    case 'n': case 'm': return 2;
    case EOF: return 3;
    default: return 0;
    }
}

int main(void)
{
    const char *text = "+n";
    int count = 0, *data = malloc(3 * sizeof *data);
    for (int i = 0; i < 3; i++)
        data[i] = i * 7;
    next(&text);
    factor();
    next(&text);
    count = factor() - 2;
    free(data);
    return open(&count) + 1;
}
