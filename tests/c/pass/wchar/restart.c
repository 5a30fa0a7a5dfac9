// env: LC_ALL=C.UTF-8
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* Characters that arrive byte by byte, and strings converted in pieces. */
int main(void)
{
    setlocale(LC_ALL, "");
    const char *text = "x\xe2\x82\xac\xf0\x9f\x98\x80";
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (const char *p = text; *p; p++) {
        wchar_t c = 0;
        size_t n = mbrtowc(&c, p, 1, &state);
        printf("%zd %x %d\n", (ssize_t)n, (unsigned)c, mbsinit(&state) != 0);
    }
    wchar_t wide[4];
    const char *from = text;
    size_t n = mbsrtowcs(wide, &from, 2, &state);
    printf("%zu %td\n", n, from - text);
    n = mbsrtowcs(wide, &from, 4, &state);
    printf("%zu %d\n", n, from == NULL);
    from = text;
    n = mbsnrtowcs(wide, &from, 3, 4, &state);
    printf("%zu %td %d\n", n, from - text, mbsinit(&state) != 0);
    const wchar_t *source = L"a\u20acb\U0001f600";
    char bytes[8];
    memset(&state, 0, sizeof state);
    n = wcsrtombs(bytes, &source, sizeof bytes, &state);
    printf("%zu %ls\n", n, source);
    printf("%zu\n", mbrlen("\xe2\x82\xac", 3, NULL));
    errno = 0;
    printf("%zd %d\n", (ssize_t)mbrlen("\xff", 1, NULL), errno);
    return 0;
}
