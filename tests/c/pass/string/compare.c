#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

int main(void)
{
    const char *words[] = {"", "a", "A", "abc", "abd", "ABC", "abcd", "\xe9", "file9", "file10", "1.010", "1.01"};
    int count = sizeof words / sizeof *words;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            const char *a = words[i], *b = words[j];
            printf("%d,%d,%d,%d,%d,%d ", strcmp(a, b), sign(strncmp(a, b, 3)), sign(strcoll(a, b)), strcasecmp(a, b),
                   strncasecmp(a, b, 2), sign(strverscmp(a, b)));
        }
        puts("");
    }
    printf("%d %d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("a\0b", "a\0c", 2), sign(memcmp("\xff", "\x01", 1)));
    char key[8];
    printf("%zu %s\n", strxfrm(key, "hello", sizeof key), key);
    return 0;
}
