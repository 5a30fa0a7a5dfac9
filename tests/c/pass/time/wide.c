// env: TZ=UTC
// Dates in wide characters, and the clock of a thread that sleeps.
#include <stdio.h>
#include <threads.h>
#include <time.h>
#include <wchar.h>

int main(void)
{
    time_t t = 1234567890;
    wchar_t text[50];
    size_t n = wcsftime(text, 50, L"%A %d %B %Y, %H:%M:%S %Z", gmtime(&t));
    printf("%zu %ls\n", n, text);
    printf("%zu\n", wcsftime(text, 5, L"%Y!", gmtime(&t)));
    struct timespec span = {0, 1000000};
    printf("%d\n", thrd_sleep(&span, NULL));
    return 0;
}
