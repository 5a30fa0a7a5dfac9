// A key is checked letter by letter, but the condition can never hold: `&&` was written for `||`. Statements that the
// user called right are not suspects.
// $ whydunit explain --expect-exit 1 -- ./connective 12 x3
// $ whydunit explain --expect-exit 1 --right connective.c:13 -- ./connective 12 x3 | head -12
// $ whydunit explain --oracle 'exit 5' -- ./connective 12 x3
#include <stdio.h>

static int odd_letters(const char *text)
{
    int odd = 0;
    for (const char *p = text; *p; p++)
        /* Anything but a digit. */
        if (*p < '0' && *p > '9')
            odd++;
    return odd;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        if (odd_letters(argv[i]) > 0)
            failed = 1;
    puts("checked");
    return failed;
}
