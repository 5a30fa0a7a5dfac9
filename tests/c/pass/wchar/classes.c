// env: LC_ALL=C.UTF-8
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    const char *names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "none"};
    for (int utf8 = 0; utf8 < 2; utf8++) {
        if (utf8)
            setlocale(LC_ALL, "");
        for (int i = 0; i < 13; i++) {
            wctype_t class = wctype(names[i]);
            int count = 0;
            for (wint_t c = 0; c < 0x3000; c += 7)
                count += class && iswctype(c, class);
            printf("%s %d\n", names[i], count);
        }
        unsigned long sum = 0;
        for (wint_t c = 0; c < 0x2100; c += 3)
            sum = sum * 31 + towupper(c) + 2 * towlower(c) + (unsigned)wcwidth((wchar_t)c);
        printf("%lx\n", sum);
    }
    return 0;
}
