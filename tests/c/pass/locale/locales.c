// env: LANG=C.UTF-8
#define _GNU_SOURCE
#include <ctype.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

int main(void)
{
    const char *names[] = {"", "C", "POSIX", "C.UTF-8", "C.utf8", "en_US.UTF-8", "de_DE", "nonsense"};
    for (int i = 0; i < 8; i++) {
        char *got = setlocale(LC_ALL, names[i]);
        printf("%s: %s %s %zu\n", names[i], got ? got : "null", nl_langinfo(CODESET), MB_CUR_MAX);
    }
    setlocale(LC_ALL, "C");
    printf("%s\n", setlocale(LC_TIME, "C.UTF-8"));
    printf("%s\n", setlocale(LC_ALL, NULL));
    char *whole = strdup(setlocale(LC_ALL, NULL));
    setlocale(LC_ALL, "C");
    printf("%d\n", setlocale(LC_ALL, whole) != NULL);
    printf("%s\n", setlocale(LC_TIME, NULL));
    free(whole);
    setlocale(LC_ALL, "C");
    struct lconv *conventions = localeconv();
    printf("[%s][%s][%s] %d %d\n", conventions->decimal_point, conventions->thousands_sep, conventions->currency_symbol,
           conventions->frac_digits, conventions->n_sign_posn);
    locale_t utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0), none = newlocale(LC_ALL_MASK, "xx_XX", (locale_t)0);
    printf("%d %d\n", utf8 != NULL, none != NULL);
    printf("%d %d\n", !!iswalpha(0xe9), !!isalpha_l('a', utf8));
    locale_t old = uselocale(utf8);
    printf("%d %s %d\n", old == LC_GLOBAL_LOCALE, nl_langinfo(CODESET), !!iswalpha(0xe9));
    uselocale(LC_GLOBAL_LOCALE);
    printf("%s\n", nl_langinfo_l(CODESET, utf8));
    freelocale(utf8);
    for (nl_item item = ABDAY_1; item <= T_FMT_AMPM; item++)
        printf("%s;", nl_langinfo(item));
    printf("\n%s %s %s\n", gettext("message"), ngettext("file", "files", 1), ngettext("file", "files", 3));
    printf("%s %s\n", textdomain(NULL), textdomain("mine"));
    printf("%s %s\n", bindtextdomain("mine", "/tmp/x"), bindtextdomain("mine", NULL));
    return 0;
}
