// env: LC_ALL=C.UTF-8
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

/* The macros read tables: also for characters that are negative. */
int main(void)
{
    setlocale(LC_ALL, "");
    const char *text = "Hello, W\xc3\xb6rld 42!\t\n";
    int letters = 0, digits = 0, spaces = 0, others = 0;
    for (const char *p = text; *p; p++) {
        if (isalpha((unsigned char)*p))
            letters++;
        else if (isdigit((unsigned char)*p))
            digits++;
        else if (isspace((unsigned char)*p))
            spaces++;
        else
            others++;
    }
    printf("%d %d %d %d\n", letters, digits, spaces, others);
    for (const char *p = text; *p; p++)
        putchar(toupper((unsigned char)*p));
    for (signed char c = -128; c < -1; c++)
        if (isprint(c) || toupper(c) != tolower(c))
            printf("%d ", c);
    return 0;
}
