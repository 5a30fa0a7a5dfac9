// scanf of text: words, characters, sets, memory on request.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[32], b[32], c[32], *made, *also;
    memset(a, '#', 32), memset(b, '#', 32), memset(c, '#', 32);
    printf("%d ", sscanf("  hello world", "%s %s", a, b));
    printf("%s|%s\n", a, b);
    printf("%d ", sscanf("abcdef", "%3s%s", a, b));
    printf("%s|%s\n", a, b);
    printf("%d ", sscanf("xyz", "%c%2c", a, b));
    printf("%.1s|%.2s|%c\n", a, b, b[2]);
    printf("%d ", sscanf(" q", "%c", a));
    printf("[%c]\n", a[0]);
    printf("%d ", sscanf("ab", "%5c", a));
    printf("%.2s\n", a);
    printf("%d ", sscanf("key=value;rest", "%[^=]=%[^;];%s", a, b, c));
    printf("%s|%s|%s\n", a, b, c);
    printf("%d ", sscanf("123abc", "%[0-9]%[a-b]", a, b));
    printf("%s|%s\n", a, b);
    printf("%d ", sscanf("]x-y", "%[]x-]%s", a, b));
    printf("%s|%s\n", a, b);
    printf("%d\n", sscanf("zzz", "%[abc]", a));
    printf("%d ", sscanf("a^b", "%[a^b]", a));
    printf("%s\n", a);
    printf("%d ", sscanf("12345", "%3[0-9]%s", a, b));
    printf("%s|%s\n", a, b);
    printf("%d ", sscanf("allocate this please", "%ms %m[a-z]", &made, &also));
    printf("%s|%s\n", made, also);
    free(made), free(also);
    printf("%d ", sscanf("one two three", "%*s %s", a));
    printf("%s\n", a);
    printf("%d\n", sscanf("match this", "match that %s", a));
    printf("%d\n", sscanf("   ", "%s", a));
    printf("%d %d\n", sscanf("x", "x"), sscanf("y", "x"));
    int end = 0;
    sscanf("spaces   here", "spaces here%n", &end);
    printf("%d\n", end);
    return 0;
}
