// One member of a struct is never given a value; the others are.
// $ whydunit explain -- ./forgotten_member
#include <stdio.h>
struct clock { int hour, minute, alarm; };
static struct clock midnight(void) {
    struct clock c;
    c.hour = 0;
    c.minute = 0;
    return c;
}
static int rings(const struct clock *c) {
    return c->alarm == c->hour * 60 + c->minute;
}
int main(void) {
    struct clock now = midnight();
    now.hour = 7;
    if (rings(&now))
        puts("ring");
    printf("%d:%02d\n", now.hour, now.minute);
    return 0;
}
