// Wide output: wprintf and its relatives in UTF-8.
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t text[64];
    if (setlocale(LC_ALL, "C.UTF-8") == NULL)
        return 1;
    wprintf(L"%d %s %ls %c %lc %5.2f|\n", 42, "narrow \u20ac", L"wide \u20ac", 'x', L'\u00e9', 3.14159);
    wprintf(L"%5s|%-5ls|%.2s|%.1ls|%10ls|\n", "\u20ac", L"\u20ac", "\u20ac\u00e9x", L"\u20ac\u00e9", L"abc");
    wprintf(L"%2$ls %1$d %%\n", 5, L"positional");
    int count = swprintf(text, 64, L"%ls-%d-%s", L"abc", 7, "def");
    wprintf(L"%d %ls\n", count, text);
    wprintf(L"%d\n", swprintf(text, 3, L"%d", 12345));
    fputws(L"fputws \u20ac\n", stdout);
    putwchar(L'\u20ac');
    putwc(L'\n', stdout);
    fwprintf(stderr, L"to stderr %ls\n", L"\u00fc");
    wprintf(L"%d %d\n", fwide(stdout, 0) > 0, fwide(stdin, 0));
    wprintf(L"%d\n", printf("bytes on a wide stream"));
    return 0;
}
