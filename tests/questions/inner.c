/* An inner loop that was not reached again: the answer also names the decision that left the outer one. */
// $ whydunit trace why-not inner.c:12#9 -- ./inner
// $ whydunit trace why-not inner.c:42#5 -- ./inner
// $ whydunit trace why-not inner.c:46 -- ./inner
#include <stdio.h>
#include <string.h>

static int count(const char *p)
{
    int letters = 0;
    for (; *p; p++)
        letters++;
    return letters;
}

static int collatz(unsigned n)
{
    int k = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        k++;
    }
    return k;
}

int main(void)
{
    const char *words[] = { "red", "green", "stop", "blue" };
    int letters = 0, k = 0, seen = 0;
    for (int i = 0; i < 4; i++) {
        if (strcmp(words[i], "stop") == 0)
            break;
        letters += count(words[i]);
    }
    while (k < 5) {
        k++;
        if (k == 2)
            continue;
        if (k == 4)
            break;
        for (int z = 0; z < k; z++)
            seen += 100;
    }
    for (int i = 6; i >= 0; i -= 2)
        printf("%d %d\n", i, collatz(i));
    return seen + letters;
}
