// A decision on a variable just assigned shows the new value, not the old one.
// $ whydunit trace why tested.c:12 -- ./tested
// $ whydunit trace why tested.c:14#2 -- ./tested
// $ printf ab | whydunit trace why tested.c:16#2 -- ./tested
// $ whydunit trace why tested.c:18 -- ./tested
#include <stdio.h>
int main(void) {
    int i = 0;
    int left = 3;
    int sum = 0;
    int c, a, b;
    if (++i == 1)
        sum++;
    while (--left)
        sum += left;
    while ((c = getchar()) != EOF)
        sum += c;
    a = b = sum + 1;
    printf("%d\n", a + b);
    return 0;
}
