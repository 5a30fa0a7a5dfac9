// Constructors and destructors with priorities, atexit in reverse order, exit from deep inside.
#include <stdio.h>
#include <stdlib.h>

static int order[16], count;
static int *table;

__attribute__((constructor(200))) static void second(void) { order[count++] = 200; }
__attribute__((constructor(101))) static void first(void) { order[count++] = 101; }
__attribute__((constructor)) static void last(void) {
    order[count++] = 999;
    table = malloc(4 * sizeof *table);
    for (int i = 0; table && i < 4; i++)
        table[i] = i * count;
}

__attribute__((destructor(200))) static void end_early(void) { printf("destructor 200\n"); }
__attribute__((destructor(101))) static void end_late(void) { printf("destructor 101\n"); }
__attribute__((destructor)) static void end_plain(void) {
    printf("destructor\n");
    free(table);
}

static void bye_a(void) { printf("atexit a\n"); }
static void bye_b(void) {
    printf("atexit b registers another\n");
    atexit(bye_a);
}
static void bye_c(void) { printf("atexit c\n"); }
static void with_status(int status, void *arg) { printf("on_exit %d %s\n", status, (const char *)arg); }

static void deep(int n) {
    if (n == 0)
        exit(7);
    deep(n - 1);
}

int main(void) {
    for (int i = 0; i < count; i++)
        printf("%d ", order[i]);
    printf("%d\n", table[3]);
    atexit(bye_a);
    atexit(bye_b);
    on_exit(with_status, "argument");
    atexit(bye_c);
    atexit(bye_c);
    deep(5);
    return 0;
}
