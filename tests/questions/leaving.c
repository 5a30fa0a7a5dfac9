// Ways out of a loop that has variables of its own: the compiler goes through the end of the scope first.
//
// $ whydunit trace why-not leaving.c:20 ./leaving
// $ whydunit trace why-not leaving.c:33 ./leaving
// $ whydunit trace why leaving.c:35 ./leaving

#include <stdio.h>

static int shelf[5] = {4, 8, 15, 16, 23};

/* Where a number is. */
static int place_of(int wanted)
{
    for (int i = 0; i < 5; i++) {
        int here = shelf[i];
        if (here == wanted)
            return i;
    }
    /* It exists, so nothing is printed. */
    puts("not on the shelf");
    return -1;
}

int main(void)
{
    int place = place_of(15);
    for (int i = 0; i < 5; i++) {
        int rest = shelf[i] % 7;
        if (rest == 1)
            break;
        if (rest != 9)
            continue;
        printf("%d\n", rest);
    }
    printf("%d\n", place);
    return 0;
}
