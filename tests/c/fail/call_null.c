// A handler that was never registered.
#include <stdio.h>

static void (*handlers[4])(int);

static void on_start(int n) { printf("start %d\n", n); }

static void fire(int event) { handlers[event](event); }

int main(void) {
    handlers[1] = on_start;
    fire(1);
    fire(2);
    return 0;
}
