// Lines that run only because calls before them came back: a test in there could have ended the run, or jumped past.
//
// $ whydunit trace why came_back.c:62 ./came_back
// $ whydunit trace why came_back.c:65 ./came_back
// $ whydunit trace why came_back.c:52#2 ./came_back
// $ whydunit trace why came_back.c:68 ./came_back
// $ whydunit trace why --json came_back.c:62 ./came_back
// $ whydunit trace why came_back.c:60 ./came_back

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int limit = 100;
static jmp_buf out;

static void guard(int value)
{
    if (value > limit)
        exit(0);
}

static void die(const char *text)
{
    puts(text);
    exit(3);
}

static int parse(const char *text)
{
    int value = 0;
    while (*text) {
        if (*text < '0' || *text > '9')
            die("no digit");
        value = value * 10 + *text++ - '0';
    }
    return value;
}

static void check(int i)
{
    if (i > 5)
        longjmp(out, i);
}

static int sum(int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        check(i);
        /* Not past 5. */
        sum += i;
    }
    return sum;
}

int main(void)
{
    /* Nothing comes before. */
    int start = 50;
    guard(start);
    int twice = start * 2;
    int read = parse("12");
    if (setjmp(out) == 0)
        printf("%d\n", twice);
    sum(2);
    /* Behind all. */
    printf("%d\n", read);
    return 0;
}
