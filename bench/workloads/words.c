/* Workload b: make a text, split it into words, count them in a hash table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 20, BUCKETS = 4096 };

struct entry {
    struct entry *next;
    int count;
    char word[16];
};

static struct entry *table[BUCKETS];
static char text[TEXT];

static void make_text(void) {
    unsigned seed = 12345;
    for (int i = 0; i < TEXT - 1;) {
        seed = seed * 1103515245u + 12345u;
        int length = 2 + (seed >> 16) % 6;
        for (int k = 0; k < length && i < TEXT - 2; k++) {
            seed = seed * 1103515245u + 12345u;
            text[i++] = 'a' + (seed >> 16) % 7;
        }
        text[i++] = ' ';
    }
    text[TEXT - 1] = 0;
}

static unsigned hash(const char *word, int length) {
    unsigned h = 2166136261u;
    for (int i = 0; i < length; i++)
        h = (h ^ (unsigned char)word[i]) * 16777619u;
    return h % BUCKETS;
}

static void add(const char *word, int length) {
    unsigned h = hash(word, length);
    for (struct entry *e = table[h]; e; e = e->next) {
        int i = 0;
        while (i < length && e->word[i] == word[i])
            i++;
        if (i == length && e->word[i] == 0) {
            e->count++;
            return;
        }
    }
    struct entry *fresh = malloc(sizeof *fresh);
    memcpy(fresh->word, word, length);
    fresh->word[length] = 0;
    fresh->count = 1;
    fresh->next = table[h];
    table[h] = fresh;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    make_text();
    for (int r = 0; r < rounds; r++)
        for (const char *p = text; *p;) {
            const char *start = p;
            while (*p && *p != ' ')
                p++;
            if (p - start > 0 && p - start < 16)
                add(start, (int)(p - start));
            while (*p == ' ')
                p++;
        }
    long words = 0, distinct = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = table[i]; e; e = e->next) {
            words += e->count;
            distinct++;
        }
    printf("%ld %ld\n", words, distinct);
    return 0;
}
