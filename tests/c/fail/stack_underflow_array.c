// A negative index.
#include <stdio.h>

static const char *month(int n) {
    const char *names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return names[n - 1];
}

int main(void) {
    puts(month(3));
    puts(month(0));
    return 0;
}
