// A static library: only the members that are needed come in, constructors with them.
// archive: parts/archive_stack.c parts/archive_queue.c parts/archive_unused.c
#include <stdio.h>

void stack_push(int);
int stack_pop(void);
void queue_put(int);
int queue_get(void);
extern int library_version;

int main(void) {
    for (int i = 0; i < 6; i++) {
        stack_push(i * i);
        queue_put(i * i);
    }
    for (int i = 0; i < 6; i++)
        printf("%d %d\n", stack_pop(), queue_get());
    printf("version %d\n", library_version);
    return 0;
}
