// Weak and aliased symbols, constructors and destructors, thread-local and static variables.
#include <stdio.h>

extern int missing_variable __attribute__((weak));
extern void missing_function(void) __attribute__((weak));
int strong = 4;
extern int aliased __attribute__((alias("strong")));
static int impl(int x) { return x + 1; }
int called(int) __attribute__((alias("impl")));
__attribute__((weak)) int overridable(void) { return 3; }
static int order;
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void last(void) { order = order * 10 + 3; }
__attribute__((destructor)) static void early(void) { printf("early\n"); }
__attribute__((destructor(101))) static void late(void) { printf("late\n"); }
_Thread_local int thread = 6;
static _Thread_local int zero;
int *pointers[] = { &strong, &aliased };
int (*functions[])(int) = { impl, called };

static int count(int n) {
    static int calls;
    calls++;
    if (n > 0) return count(n - 1);
    int r = calls;
    calls = 0;
    return r;
}

int main(void) {
    printf("%d %d\n", &missing_variable == 0, missing_function == 0);
    printf("%d %d\n", aliased, called(4));
    aliased = 9;
    printf("%d %d %d\n", strong, overridable(), order);
    thread++;
    printf("%d %d %d\n", thread, zero, *pointers[1]);
    printf("%d %d %d\n", pointers[0] == pointers[1], functions[0] == functions[1], functions[1](1));
    printf("%d %d\n", count(4), count(0));
    return 0;
}
