#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    wchar_t buffer[32], *save, *end;
    wcscpy(buffer, L"hello");
    wcscat(buffer, L", world");
    printf("%ls %zu %zu\n", buffer, wcslen(buffer), wcsnlen(buffer, 3));
    printf("%d %d %d\n", wcscmp(L"a", L"b"), wcsncmp(L"abc", L"abd", 2), wcscasecmp(L"ABC", L"abc"));
    printf("%td %td %td\n", wcschr(buffer, L'o') - buffer, wcsrchr(buffer, L'o') - buffer, wcsstr(buffer, L"wor") - buffer);
    printf("%zu %zu\n", wcsspn(buffer, L"hel"), wcscspn(buffer, L"w"));
    for (wchar_t *t = wcstok(buffer, L", ", &save); t; t = wcstok(NULL, L", ", &save))
        printf("[%ls]", t);
    puts("");
    printf("%ld %ls\n", wcstol(L" 123abc", &end, 10), end);
    printf("%g %ls\n", wcstod(L"1.5e1xyz", &end), end);
    wmemset(buffer, L'z', 4);
    buffer[4] = 0;
    printf("%ls %d\n", buffer, wmemcmp(L"ab", L"ac", 2));
    wctype_t digit = wctype("digit");
    printf("%d %d %d\n", !!iswctype(L'5', digit), !!iswctype(L'x', digit), (int)towctrans(L'x', wctrans("toupper")));
    wchar_t *copy = wcsdup(L"copied");
    printf("%ls\n", copy);
    free(copy);
    return 0;
}
