// Plain char is signed on x86-64; chars travel through ints, arrays and comparisons.
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static char echo(char c) { return c; }
static unsigned char echo_unsigned(unsigned char c) { return c; }
static signed char negate(signed char c) { return (signed char)-c; }

int main(void) {
    printf("%d %d %d %d %d\n", CHAR_MIN, CHAR_MAX, SCHAR_MIN, UCHAR_MAX, CHAR_BIT);
    for (int i = 0; i < 256; i += 15) {
        char c = (char)i;
        unsigned char u = (unsigned char)i;
        signed char s = (signed char)i;
        printf("%d: %d %d %d | %d %d %d\n", i, c, u, s, echo(c), echo_unsigned((unsigned char)c), negate(s));
    }
    const char *text = "na\xefve \xff\x80\x7f";
    unsigned sum = 0;
    for (const char *p = text; *p; p++) {
        printf("%d ", *p);
        sum = sum * 31 + (unsigned char)*p;
    }
    printf("\n%u %zu\n", sum, strlen(text));
    char high = '\xe9';
    volatile int e9 = 0xe9;
    printf("%d %d %d\n", high == e9, high == (char)0xe9, (unsigned char)high == 0xe9);
    printf("%d %d\n", high < 'a', (unsigned char)high < 'a');
    int table[256] = {0};
    for (const char *p = "hello, world"; *p; p++)
        table[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (table[i])
            printf("%c%d ", isprint(i) ? i : '?', table[i]);
    printf("\n");
    char wrapped = CHAR_MAX;
    wrapped++;
    unsigned char below = 0;
    below--;
    printf("%d %d\n", wrapped, below);
    printf("%d %d %d\n", 'a', '\377', L'\377');
    printf("%zu %zu %zu\n", sizeof 'a', sizeof(char), sizeof(echo('a')));
    char digits[] = {'0' + 7, 'a' + 25, '\0'};
    puts(digits);
    return 0;
}
