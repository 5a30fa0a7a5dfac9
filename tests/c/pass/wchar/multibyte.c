// env: LC_ALL=C.UTF-8
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void decode(const char *text)
{
    mbstate_t state;
    const char *p = text, *end = text + strlen(text);
    memset(&state, 0, sizeof state);
    while (p < end) {
        wchar_t c = 0;
        errno = 0;
        size_t n = mbrtowc(&c, p, (size_t)(end - p), &state);
        printf(" %zd:%x:%d", (ssize_t)n, (unsigned)c, errno);
        if ((ssize_t)n < 1)
            break;
        p += n;
        printf("(%d%d%d%d %x %x w%d)", !!iswalpha(c), !!iswprint(c), !!iswupper(c), !!iswspace(c), towupper(c), towlower(c), wcwidth(c));
    }
    printf(" init %d\n", mbsinit(&state) != 0);
}

int main(void)
{
    wchar_t wide[32];
    char bytes[64];
    puts(setlocale(LC_ALL, NULL));
    decode("plain");
    decode("caf\xc3\xa9");
    printf("%s\n", setlocale(LC_ALL, ""));
    printf("%s %zu\n", nl_langinfo(CODESET), MB_CUR_MAX);
    decode("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xe4\xb8\xad \xcc\x81");
    decode("bad \xff");
    decode("cut \xe2\x82");
    size_t n = mbstowcs(wide, "na\xc3\xafve", 32);
    printf("%zu %ls %d\n", n, wide, wcswidth(wide, n));
    n = wcstombs(bytes, L"\u00fcber \u20ac", sizeof bytes);
    printf("%zu %s\n", n, bytes);
    printf("%d %d %d\n", mblen("\xc3\xa9", 2), mbtowc(wide, "x", 1), wctomb(bytes, L'\u00e9'));
    printf("%d %d %d\n", btowc('a'), btowc(0xe9), wctob(L'b'));
    printf("%s\n", setlocale(LC_ALL, "xx_YY") ? "found" : "not installed");
    printf("%s\n", setlocale(LC_CTYPE, "C"));
    puts(setlocale(LC_ALL, NULL));
    printf("%zd\n", (ssize_t)wcstombs(bytes, L"\u00e9", sizeof bytes));
    return 0;
}
