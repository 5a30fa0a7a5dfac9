#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void show(const char *name, const char *bytes, size_t size)
{
    printf("%s:", name);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", bytes[i] & 255);
    puts("");
}

int main(void)
{
    char a[16], b[16];
    memset(a, 'x', sizeof a);
    printf("%td\n", stpcpy(a, "hello") - a);
    show("stpcpy", a, sizeof a);
    printf("%td\n", stpncpy(a, "hi", 6) - a);
    show("stpncpy", a, sizeof a);
    strncpy(a, "abcdefgh", 3);
    show("strncpy", a, sizeof a);
    strcpy(b, "one");
    strcat(b, " two");
    strncat(b, " three", 3);
    show("strcat", b, strlen(b) + 1);
    memmove(b + 2, b, 8);
    show("memmove", b, 11);
    printf("%td\n", (char *)mempcpy(a, "12345", 5) - a);
    char *stop = memccpy(a, "abc:def", ':', 7);
    printf("%td %p\n", stop - a, memccpy(a, "abc", 'z', 3));
    char *twin = strdup("twin"), *part = strndup("partial", 4);
    printf("%s %s %zu %zu\n", twin, part, strlen(part), strnlen("abcdef", 3));
    free(twin);
    free(part);
    swab("abcdef", a, 6);
    show("swab", a, 6);
    bzero(a, 4);
    explicit_bzero(a + 4, 2);
    show("bzero", a, 8);
    bcopy("xyz", a, 3);
    show("bcopy", a, 4);
    return 0;
}
