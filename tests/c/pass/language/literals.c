// String and wide literals, escapes, concatenation, merging, arrays from literals, universal names.
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *a = "same text", *b = "same text";
static char own[] = "same text";
static const wchar_t wide[] = L"wide \u00e9\U0001F600";
static const char16_t sixteen[] = u"\u20ac\U0001F600x";
static const char32_t thirtytwo[] = U"\U0001F600y";

static void dump(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x ", (unsigned char)s[i]);
    printf("\n");
}

int main(void) {
    printf("%d %d %d\n", strcmp(a, b), a == own, strcmp(a, own));
    own[0] = 'S';
    printf("%s %s\n", a, own);
    dump("\a\b\f\n\r\t\v\\\'\"\?\0\1\12\123\x7f\xe9", 18);
    const char *joined = "one" " " "two"
        "\x41" "B";
    printf("%s %zu\n", joined, strlen(joined));
    printf("%zu %zu %zu\n", sizeof "abc", sizeof "a\0b", strlen("a\0b"));
    dump(u8"\u00e9\u20ac\U0001F600", 10);
    for (const wchar_t *w = wide; *w; w++)
        printf("%x ", (unsigned)*w);
    printf("%zu %zu\n", wcslen(wide), sizeof wide);
    for (int i = 0; sixteen[i]; i++)
        printf("%x ", sixteen[i]);
    for (int i = 0; thirtytwo[i]; i++)
        printf("%x ", (unsigned)thirtytwo[i]);
    printf("\n");
    char padded[12] = "pad";
    dump(padded, sizeof padded);
    printf("%c%c%c\n", "index"[2], *&"pointer"[3], 4["reverse"]);
    const char *lines = "first\n"
                        "second\n";
    for (const char *p = lines; *p; p++)
        putchar(*p == '\n' ? '|' : *p);
    printf("\n");
    printf("%d %d %d %d\n", 'A', '\x41', '\101', L'\u00e9');
    printf("%lld %llu %lx %o\n", 0x7fffffffffffffffLL, 18446744073709551615ULL, 0xfeedL, 0777);
    printf("%d\n", 0b101101);
    printf("%g %g %a %Lg\n", 1e3, .5f, 0x1.8p3, 1.25L);
    return 0;
}
