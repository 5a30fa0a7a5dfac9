// A table with fewer entries than the loop thinks.
#include <stdio.h>

static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30};
static int total;

int main(void) {
    for (int month = 0; month < 12; month++)
        total += days[month];
    printf("%d\n", total);
    return 0;
}
