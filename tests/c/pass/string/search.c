#define _GNU_SOURCE
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(p, s) ((p) ? (long)((char *)(p) - (s)) : -1L)

int main(void)
{
    char text[] = "the quick brown fox jumps over the lazy dog";
    printf("%ld %ld %ld\n", AT(strchr(text, 'q'), text), AT(strrchr(text, 'o'), text), AT(strchr(text, 0), text));
    printf("%ld %ld\n", AT(strchrnul(text, '!'), text), AT(memchr(text, 'z', 10), text));
    printf("%ld %ld\n", AT(memrchr(text, 'e', sizeof text), text), AT(rawmemchr(text, 'x'), text));
    printf("%ld %ld %ld\n", AT(strstr(text, "fox"), text), AT(strstr(text, "cat"), text), AT(strstr(text, ""), text));
    printf("%ld %ld\n", AT(strcasestr(text, "LAZY"), text), AT(memmem(text, sizeof text, "over", 4), text));
    printf("%zu %zu %ld\n", strspn(text, "eht"), strcspn(text, "xyz"), AT(strpbrk(text, "zyx"), text));
    char *save, copy[] = "a=1;b=2;;c";
    for (char *t = strtok_r(copy, ";", &save); t; t = strtok_r(NULL, ";", &save))
        printf("[%s]", t);
    char again[] = "  spaced   words ";
    for (char *t = strtok(again, " "); t; t = strtok(NULL, " "))
        printf("(%s)", t);
    char fields[] = "x,,y,", *rest = fields, *field;
    while ((field = strsep(&rest, ",")) != NULL)
        printf("<%s>", field);
    puts("");
    const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", "//", "a//b//", "", ".", "../x"};
    for (int i = 0; i < 9; i++) {
        char *one = strdup(paths[i]), *two = strdup(paths[i]);
        printf("%s|%s ", dirname(one), basename(two));
        free(one);
        free(two);
    }
    puts("");
    return 0;
}
