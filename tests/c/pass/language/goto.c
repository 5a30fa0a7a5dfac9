// goto forwards, backwards, out of and into loops and blocks, as a state machine and for clean-up.
#include <stdio.h>
#include <string.h>

static int cleanup(int fail_at) {
    int opened = 0;
    if (fail_at == 1)
        goto done;
    opened |= 1;
    if (fail_at == 2)
        goto close_first;
    opened |= 2;
    if (fail_at == 3)
        goto close_second;
    opened |= 4;
close_second:
    printf("close second; ");
close_first:
    printf("close first; ");
done:
    return opened;
}

static int into_loop(int start) {
    int i = start, total = 0;
    goto middle;
    for (i = 100; i < 103; i++) {
        total += 1000;
    middle:
        total += i;
        if (total > 5000)
            goto out;
    }
out:
    return total;
}

static const char *classify(const char *s) {
start:
    switch (*s) {
    case '\0': goto empty;
    case ' ': s++; goto start;
    case '-': s++; goto number;
    default:
        if (*s >= '0' && *s <= '9')
            goto number;
        goto word;
    }
number:
    while (*s >= '0' && *s <= '9')
        s++;
    if (*s == '.') {
        s++;
        goto fraction;
    }
    return *s ? "mixed" : "integer";
fraction:
    if (*s >= '0' && *s <= '9') {
        s++;
        goto fraction;
    }
    return *s ? "mixed" : "decimal";
word:
    for (; *s; s++)
        if (!(*s >= 'a' && *s <= 'z'))
            return "mixed";
    return "word";
empty:
    return "empty";
}

static int find(int grid[4][4], int wanted) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            if (grid[i][j] == wanted)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    for (int i = 1; i <= 4; i++)
        printf("%d\n", cleanup(i));
    printf("%d %d\n", into_loop(5), into_loop(99));
    const char *samples[] = {"", "   ", "123", "-7", "3.14", "1.2.3", "word", "wo rd", "12x", " -0."};
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++)
        printf("'%s' is %s\n", samples[i], classify(samples[i]));
    int grid[4][4];
    for (int i = 0; i < 16; i++)
        grid[i / 4][i % 4] = i * i;
    printf("%d %d %d\n", find(grid, 0), find(grid, 121), find(grid, 5));
    int n = 0;
again:
    if (n++ < 3) {
        int fresh = n * 2;
        printf("%d ", fresh);
        goto again;
    }
    if (n > 100) {
    inside:
        printf("jumped inside %d\n", n);
        goto end;
    }
    goto inside;
end:
    return 0;
}
