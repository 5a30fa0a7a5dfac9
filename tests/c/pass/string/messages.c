#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    for (int i = -1; i < 136; i++)
        printf("%d %s %s\n", i, strerror(i), strerrorname_np(i) ? strerrorname_np(i) : "-");
    for (int i = 0; i < 66; i++)
        printf("%d %s %s\n", i, strsignal(i), sigabbrev_np(i) ? sigabbrev_np(i) : "-");
    char small[8];
    printf("%s|%s\n", strerror_r(ENOENT, small, sizeof small), strerror_r(9999, small, sizeof small));
    return 0;
}
