// Both owners free the same buffer.
#include <stdlib.h>

struct buffer { char *data; int length; };

static void release(struct buffer *b) {
    free(b->data);
}

int main(void) {
    struct buffer a = {malloc(10), 10};
    struct buffer b = a;
    release(&a);
    release(&b);
    return 0;
}
