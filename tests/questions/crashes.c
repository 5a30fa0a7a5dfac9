// Lines that a failure kept from running, also in the middle of straight code.
//
// $ whydunit trace why-not crashes.c:22#3 ./crashes
// $ whydunit trace why crashes.c:22#3 ./crashes
// $ whydunit trace why-not crashes.c:25 ./crashes
// $ whydunit trace why-not crashes.c:37 ./crashes
// $ whydunit trace why-not crashes.c:37 ./crashes 5
// $ whydunit slice --from crashes.c:37 ./crashes 5
// $ whydunit trace why-not crashes.c:38 ./crashes 5
#include <setjmp.h>
#include <stdio.h>

static jmp_buf start;
static int tries;

/* Divides by zero in the end. */
static int share(int total)
{
    int part = 0;
    for (int heads = 2; heads >= -1; heads--) {
        part = total / heads;
        int rest = total - part * heads;
        printf("%d each, %d left\n", part, rest);
    }
    return part;
}

int main(int argc, char **argv)
{
    (void)argv;
    int again = setjmp(start);
    tries++;
    if (again == 0)
        longjmp(start, 3);
    int shown = argc > 1 ? 6 : share(again + 4);
    int half = shown / (argc - 2);
    printf("%d %d\n", half, tries);
    return 0;
}
