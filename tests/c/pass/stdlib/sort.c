#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct large {
    int key;
    char text[60];
};

static int calls;

static int by_key(const void *a, const void *b)
{
    calls++;
    return ((const struct large *)a)->key - ((const struct large *)b)->key;
}

static int by_last_digit(const void *a, const void *b)
{
    calls++;
    return *(const int *)a % 10 - *(const int *)b % 10;
}

static int with_sign(const void *a, const void *b, void *sign)
{
    return *(int *)sign * strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_char(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

int main(void)
{
    int numbers[100];
    unsigned seed = 1;
    for (int i = 0; i < 100; i++)
        numbers[i] = (int)((seed = seed * 1103515245 + 12345) >> 16) % 1000;
    qsort(numbers, 100, sizeof *numbers, by_last_digit);
    for (int i = 0; i < 100; i++)
        printf("%d ", numbers[i]);
    printf("| %d\n", calls);
    struct large items[20];
    for (int i = 0; i < 20; i++) {
        items[i].key = i * 7 % 5;
        sprintf(items[i].text, "item %d", i);
    }
    calls = 0;
    qsort(items, 20, sizeof *items, by_key);
    for (int i = 0; i < 20; i++)
        printf("%d:%s ", items[i].key, items[i].text);
    printf("| %d\n", calls);
    const char *words[] = {"pear", "apple", "fig", "kiwi"};
    int sign = -1;
    qsort_r(words, 4, sizeof *words, with_sign, &sign);
    printf("%s %s %s %s\n", words[0], words[1], words[2], words[3]);
    char letters[] = "sorting";
    qsort(letters, 7, 1, by_char);
    puts(letters);
    char *found = bsearch("r", letters, 7, 1, by_char), *missing = bsearch("z", letters, 7, 1, by_char);
    printf("%td %p\n", found - letters, (void *)missing);
    return 0;
}
