// Wide arguments of narrow printf, in UTF-8 and in the C locale where they fail.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    errno = 0;
    int count = printf("[%ls]\n", L"ascii");
    printf("%d\n", count);
    count = printf("[%ls]\n", L"\u20ac");
    printf("%d %d\n", count, errno == EILSEQ);
    setlocale(LC_ALL, "C.UTF-8");
    count = printf("[%ls] [%S] [%lc] [%C]\n", L"\u20ac1", L"x\u00e9", L'\u20ac', L'y');
    printf("%d\n", count);
    printf("%.1ls|%.2ls|%.3ls|%.4ls|%8ls|%-8ls|\n", L"\u20ac1", L"\u20ac1", L"\u20ac1", L"\u20ac1", L"\u20ac1", L"\u20ac1");
    printf("%5lc|%-5lc|%ls|\n", L'\u20ac', L'\u20ac', (wchar_t *)0);
    char text[16];
    count = snprintf(text, sizeof text, "%ls", L"caf\u00e9");
    printf("%d %s\n", count, text);
    return 0;
}
