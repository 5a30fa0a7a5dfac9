/* A small grep: searches generated lines of text for a pattern with `.`, `*` and classes. The arguments are
 * the number of lines and a seed (optional). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[128];
static unsigned seed = 12345;

static unsigned next(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static int make_line(void) {
    int length = 20 + next() % 60;
    for (int i = 0; i < length; i++) {
        unsigned r = next() % 30;
        line[i] = r < 26 ? 'a' + r : ' ';
    }
    line[length] = 0;
    return length;
}

static int match_one(const char *p, int c) {
    if (*p == '.') return c != 0;
    if (*p == '#') return c >= 'a' && c <= 'e';
    return *p == c;
}

static int match_here(const char *p, const char *t) {
    while (*p) {
        if (p[1] == '*') {
            do {
                if (match_here(p + 2, t)) return 1;
            } while (match_one(p, *t++));
            return 0;
        }
        if (!match_one(p, *t)) return 0;
        p++, t++;
    }
    return 1;
}

static int search(const char *pattern) {
    for (const char *t = line; *t; t++)
        if (match_here(pattern, t)) return 1;
    return 0;
}

int main(int argc, char **argv) {
    int lines = argc > 1 ? atoi(argv[1]) : 1000;
    if (argc > 2) seed = atoi(argv[2]);
    int found = 0, last = -1;
    for (int i = 0; i < lines; i++) {
        make_line();
        if (search("a#*b.c")) {
            found++;
            last = i;
        }
    }
    printf("%d lines, the last is %d\n", found, last);
    return 0;
}
