// Wide input: swscanf, wscanf, fgetwc, fgetws, ungetwc in UTF-8.
// stdin: 42 €uro naïve\nsecond €\nx
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    int number;
    wchar_t wide[32];
    char narrow[32];
    wprintf(L"%d ", swscanf(L"17 \u20acx abc", L"%d %ls %s", &number, wide, narrow));
    wprintf(L"%d %ls %s\n", number, wide, narrow);
    wprintf(L"%d ", wscanf(L"%d %ls", &number, wide));
    wprintf(L"%d %ls\n", number, wide);
    wprintf(L"%lc", fgetwc(stdin));
    wint_t first = getwchar();
    ungetwc(first, stdin);
    wprintf(L"[%lc]", first);
    wprintf(L"%ls", fgetws(wide, 32, stdin));
    wprintf(L"%ls", fgetws(wide, 4, stdin));
    wprintf(L"|%ls", fgetws(wide, 32, stdin));
    wprintf(L"%ls\n", fgetws(wide, 32, stdin));
    wprintf(L"%d %d\n", fgetwc(stdin) == WEOF, feof(stdin) != 0);
    return 0;
}
