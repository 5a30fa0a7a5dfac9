// Wide streams in the C locale: characters without an encoding are replaced by similar ones.
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wprintf(L"plain %ls %d\n", L"ascii", 5);
    errno = 0;
    int count = wprintf(L"caf\u00e9 \u20ac \u00ab\u4e2d\u00bb \u2026 \u00df \u00a9 \u2018x\u2019 \u00bd\n");
    wprintf(L"%d %d %d\n", count, errno, ferror(stdout) != 0);
    wprintf(L"%x\n", putwchar(0xd800));
    fputws(L"\u00fcber\n", stdout);
    return 0;
}
