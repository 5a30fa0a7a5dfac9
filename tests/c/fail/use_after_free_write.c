// A pointer into a buffer that realloc has moved.
#include <stdlib.h>

struct vector { int *data; size_t length, capacity; };

static int *append(struct vector *v) {
    if (v->length == v->capacity) {
        v->capacity = v->capacity ? v->capacity * 2 : 2;
        v->data = realloc(v->data, v->capacity * sizeof *v->data);
    }
    return &v->data[v->length++];
}

int main(void) {
    struct vector v = {0};
    int *first = append(&v);
    for (int i = 0; i < 5; i++)
        *append(&v) = i;
    *first = 100;
    free(v.data);
    return 0;
}
