// Calls through pointers of another type that work on every machine: more arguments than parameters,
// ignored results, no prototype.
#include <stdio.h>

typedef int handler(void *, int);
typedef int any();

static int ignores(void) { return 7; }
static void returns_nothing(void *data, int n) { *(int *)data += n; }
static int first(void *data) { return *(int *)data; }

static handler *const handlers[] = {(handler *)ignores, (handler *)returns_nothing, (handler *)first};

int main(void) {
    int data = 5;
    for (int i = 0; i < 3; i++)
        handlers[i](&data, i);
    printf("%d %d\n", data, handlers[2](&data, 0));
    any *unknown = (any *)first;
    printf("%d\n", unknown(&data));
    return 0;
}
