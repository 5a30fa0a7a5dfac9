// One more round of the loop would not have dropped one more: the buffer is too full for its test.
// $ whydunit trace why-not refuted.c:8#2 -- ./refuted
#include <stdio.h>
static int count, dropped;
static void push(void)
{
    if (count == 4)
        dropped++;
    count++;
}
int main(void)
{
    for (int i = 0; i < 5; i++)
        push();
    printf("%d %d\n", count, dropped);
    return 0;
}
