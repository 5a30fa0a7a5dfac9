// Thread-local variables in the only thread there is: initial values, addresses, static ones.
#include <stdio.h>
#include <threads.h>

_Thread_local int counter = 5;
static _Thread_local char buffer[16];
static __thread long big[100] = {[50] = 7};
extern thread_local double later;
static _Thread_local int *pointer;

static int next(void) {
    static _Thread_local int calls;
    return ++calls;
}

thread_local double later = 2.5;

int main(void) {
    counter++;
    pointer = &counter;
    *pointer *= 2;
    printf("%d %d\n", counter, pointer == &counter);
    snprintf(buffer, sizeof buffer, "%d", counter);
    printf("%s %ld %g\n", buffer, big[50] + big[99], later);
    for (int i = 0; i < 3; i++)
        printf("%d ", next());
    printf("\n");
    later += 0.5;
    big[0] = (long)later;
    printf("%ld\n", big[0]);
    return 0;
}
