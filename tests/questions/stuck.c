// Code after a loop that does not end, and code repeated after a jump back.
//
// $ whydunit trace why-not stuck.c:42 --budget 1M ./stuck
// $ whydunit trace why-not stuck.c:24#2 --budget 1M ./stuck

#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf start;

/* Counts down, but not from an odd number. */
static void sink(int level)
{
    while (level != 0)
        if (level % 2 == 0)
            level -= 2;
}

/* Only the first digit is a digit. */
static void read_digit(char c)
{
    if (c < '0')
        longjmp(start, 1);
    printf("%c\n", c);
}

int main(void)
{
    int mode = 4;
    if (setjmp(start) == 0) {
        read_digit('7');
        read_digit('!');
    }
    /* Another way to the end, through a test that was not needed. */
    if (mode == 3)
        assert(mode > 2);
    if (mode == 4)
        sink(7);
    if (mode == 5)
        return 1;
    puts("done");
    return 0;
}
