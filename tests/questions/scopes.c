// Scopes with variables that are left early: the end of a scope decides nothing.
//
// $ whydunit trace why scopes.c:21 ./scopes
// $ whydunit trace why scopes.c:37 ./scopes
// $ whydunit trace why scopes.c:20 ./scopes
// $ whydunit slice --values --from scopes.c:38 ./scopes
// $ whydunit trace why-not scopes.c:21#2 ./scopes
// $ whydunit trace why-not scopes.c:33#5 ./scopes
#include <stdio.h>

/* The first multiple of a number that is 6, but not beyond 100. */
static int six(int number)
{
    for (int i = 0; i < 5; i++) {
        int n = i * number;
        if (n == 6)
            return n;
        if (n > 100)
            break;
    }
    return -1;
}

int main(void)
{
    int sum = 0;
    printf("%d %d\n", six(3), six(4));
    for (int i = 0; i < 5; i++) {
        int n = i * 3;
        int odd = n % 2;
        if (n == 6)
            continue;
        sum += n + odd;
    }

    /* Runs in any case. */
    int end = 7;
    printf("%d %d\n", sum, end);
    return 0;
}
