// Why a line that did run was not run once more: decisions farther out, or later, are named if one of them, flipped,
// runs the line once more. The count is the number of times that it had that outcome.
//
// $ whydunit trace why-not turned.c:17#2 ./turned
// $ whydunit trace why-not turned.c:34#2 ./turned
// $ whydunit trace why-not turned.c:45#3 ./turned
// $ whydunit trace why turned.c:62 ./turned
// $ whydunit trace history text@turned.c:55 ./turned
#include <stdio.h>
#include <string.h>

static int find(const int *a, int n, int key)
{
    for (int i = 0; i < n; i++) {
        if (a[i] == key) {
            /* Turning the tests below round ends the loop, too. */
            break;
        }
        if (a[i] < 0)
            continue;
        if (a[i] > 100)
            return -3;
    }
    return 0;
}

static void sort_out(const char *t, char *to)
{
    if (t[0] >= '0' && t[0] <= '9')
        /* Short ones might be copied; long ones not. */
        to[0] = 0;
    else if (strlen(t) < 8)
        /* Twice skipped because of a leading digit, once because it is too long. */
        strcpy(to, t);
    else
        to[0] = 1;
}

static int sum(const int *v, int n)
{
    int s = 0;
    while (n-- > 0) {
        int add = *v++;
        /* Once true, once false. */
        if (add == 0) break;
        s += add;
    }
    return s;
}

int main(void)
{
    int a[] = {4, -1, 7, 7, 200}, t = 0, k = 0;
    static const char *in[] = {"12", "abc", "abcdefghijkl", "0x10"};
    int r = find(a, 5, 7) + find(a, 5, 9);
    char text[16];
    for (int i = 0; i < 4; i++)
        sort_out(in[i], text);
    do {
        t += k;
        if (t > 5)
            break;
    } while (++k < 10);
    printf("%d %d %d\n", r, sum((int[]){3, 0, 5}, 3), t);
    return 0;
}
