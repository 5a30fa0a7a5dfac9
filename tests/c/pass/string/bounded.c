#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

/* Buffers that are just large enough: nothing may be read or written beyond them. */
int main(void)
{
    char three[3] = {'a', 'b', 'c'}, four[4], two[2];
    printf("%zu\n", strnlen(three, sizeof three));
    printf("%d\n", strncmp(three, "abcd", 3));
    printf("%d\n", memcmp(three, "abd", 3) < 0);
    printf("%p\n", memchr(three, 'z', sizeof three));
    strncpy(four, three, 3);
    four[3] = '\0';
    puts(four);
    strncpy(two, "xyz", sizeof two);
    printf("%c%c\n", two[0], two[1]);
    printf("%.3s|%.*s\n", three, 2, two);
    char *copy = strndupa(three, 3);
    puts(copy);
    memcpy(four, "end", 4);
    puts(four);
    char empty[1] = "";
    printf("%zu %d %zu\n", strlen(empty), strcmp(empty, ""), strcspn(empty, "abc"));
    return 0;
}
