/* Many functions on random texts of many lengths; prints a sum of all results per round. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static unsigned state = 12345;

static unsigned roll(unsigned sides)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % sides;
}

static unsigned long sum;

static void note(long value)
{
    sum = sum * 31 + (unsigned long)value;
}

static void fill(char *text, unsigned length, unsigned letters)
{
    for (unsigned i = 0; i < length; i++)
        text[i] = (char)("abcABC01-+.eExX \t,;\xe9\xff"[roll(letters)]);
    text[length] = '\0';
}

int main(void)
{
    char *a = malloc(700), *b = malloc(700), *c = malloc(1500);
    for (int round = 0; round < 300; round++) {
        unsigned skew = roll(9), n = roll(round % 3 ? 20 : 300), letters = 2 + roll(20);
        char *x = a + skew, *y = b + roll(5), *end;
        sum = 0;
        fill(x, n, letters);
        if (roll(3)) {
            strcpy(y, x);
            if (n)
                y[roll(n)] ^= (char)(roll(2) * 32);
        } else {
            fill(y, roll(300), letters);
        }
        note((long)strlen(x)), note((long)strnlen(x, roll(100)));
        note(strcmp(x, y)), note(strcasecmp(x, y)), note(strncmp(x, y, roll(50))), note(strncasecmp(x, y, roll(50)));
        int wanted = "abcABC01"[roll(8)];
        char *p;
        note((p = strchr(x, wanted)) ? p - x : -1), note((p = strrchr(x, wanted)) ? p - x : -1);
        note((p = memchr(x, wanted, n)) ? p - x : -1), note((p = memrchr(x, wanted, n)) ? p - x : -1);
        note(strchrnul(x, wanted) - x);
        char few[4];
        fill(few, roll(4), letters);
        note((p = strstr(x, few)) ? p - x : -1), note((p = strcasestr(x, few)) ? p - x : -1);
        note((p = memmem(x, n, few, strlen(few))) ? p - x : -1);
        note((long)strspn(x, few)), note((long)strcspn(x, few)), note((p = strpbrk(x, few)) ? p - x : -1);
        int order = memcmp(x, y, strlen(y) < n ? strlen(y) : n);
        note((order > 0) - (order < 0)), note(strverscmp(x, y) > 0);
        note(strtol(x, &end, 0)), note(end - x), note((long)strtoul(x, &end, 16)), note(end - x);
        double d = strtod(x, &end);
        note(d != d ? -7 : d > 1e15 || d < -1e15 ? 7 : (long)(d * 1000)), note(end - x);
        strcpy(c, x), strcat(c, y), strncat(c, x, roll(30));
        note((long)strlen(c));
        char *save = NULL;
        for (p = strtok_r(c, " ,;", &save); p; p = strtok_r(NULL, " ,;", &save))
            note((long)strlen(p));
        memset(c, 0, 400), strncpy(c, x, roll(350)), memmove(c + roll(20), c + roll(20), roll(300));
        for (int i = 0; i < 400; i++)
            note(toupper((unsigned char)c[i]) + (isalnum((unsigned char)c[i]) != 0));
        printf("%lx\n", sum);
    }
    free(a), free(b), free(c);
    return 0;
}
