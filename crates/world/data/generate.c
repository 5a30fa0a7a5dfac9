/* Prints unicode.txt: the data about characters in glibc's C.UTF-8 locale. Run it on the Debian
   release that is the referee:  cc -o /tmp/generate generate.c && /tmp/generate > unicode.txt */
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

#define LAST 0x10ffff

/* Classes in the order of bits of glibc's <ctype.h>, then the width plus one. */
static int classes(wint_t c)
{
    static const char *const names[] = {"upper", "lower", "alpha", "digit", "xdigit", "space",
                                        "print", "graph", "blank", "cntrl", "punct", "alnum"};
    int bits = (wcwidth((wchar_t)c) + 1) << 12;
    for (int i = 0; i < 12; i++)
        if (iswctype(c, wctype(names[i])))
            bits |= 1 << i;
    return bits;
}

/* Lines "c FIRST LAST BITS" of characters with the same classes; those without any are left out. */
static void print_classes(void)
{
    wint_t first = 0;
    for (wint_t c = 1; c <= LAST + 1; c++) {
        if (c <= LAST && classes(c) == classes(first))
            continue;
        if (classes(first) != 0)
            printf("c %x %x %x\n", first, c - 1, classes(first));
        first = c;
    }
}

/* Lines "u FIRST LAST STEP DIFFERENCE" of characters that change case by the same difference. */
static void print_case(char name, wint_t (*change)(wint_t))
{
    for (wint_t c = 0; c <= LAST; c++) {
        int difference = (int)change(c) - (int)c;
        if (difference == 0)
            continue;
        wint_t step = (int)change(c + 1) - (int)(c + 1) == difference ? 1 : 2, last = c;
        while (last + step <= LAST && (int)change(last + step) - (int)(last + step) == difference
               && (step == 1 || change(last + 1) == last + 1))
            last += step;
        printf("%c %x %x %x %d\n", name, c, last, step, difference);
        c = last;
    }
}

int main(void)
{
    if (setlocale(LC_ALL, "C.UTF-8") == NULL)
        return 1;
    print_classes();
    print_case('u', towupper);
    print_case('l', towlower);
    return 0;
}
