// Flexible array members, the old [1] idiom and zero-length arrays, on the heap and static.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    size_t length;
    char tag;
    char text[];
};

struct samples {
    int count;
    struct { short key; double value; } list[];
};

struct old_style {
    int count;
    int list[1];
};

static struct { int n; int rest[]; } fixed = {3, {10, 20, 30}};

static struct buffer *append(struct buffer *b, const char *text) {
    size_t old = b ? b->length : 0, more = strlen(text);
    b = realloc(b, sizeof *b + old + more + 1);
    if (!b)
        exit(1);
    memcpy(b->text + old, text, more + 1);
    b->length = old + more;
    b->tag = b->text[0];
    return b;
}

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct buffer), sizeof(struct samples), sizeof(struct old_style), sizeof fixed);
    struct buffer *b = NULL;
    const char *words[] = {"one", " two", " three", "", " four"};
    for (int i = 0; i < 5; i++) {
        b = append(b, words[i]);
        printf("%zu %c %s\n", b->length, b->tag, b->text);
    }
    free(b);
    struct samples *s = malloc(sizeof *s + 10 * sizeof s->list[0]);
    if (!s)
        return 1;
    s->count = 10;
    for (int i = 0; i < s->count; i++) {
        s->list[i].key = (short)(100 - i);
        s->list[i].value = i / 4.0;
    }
    double total = 0;
    for (int i = s->count - 1; i >= 0; i--)
        total = total / 2 + s->list[i].value * s->list[i].key;
    printf("%.6f\n", total);
    free(s);
    struct old_style *o = malloc(sizeof *o + 4 * sizeof(int));
    if (!o)
        return 1;
    o->count = 5;
    int *list = o->list;
    for (int i = 0; i < 5; i++)
        list[i] = i * i;
    printf("%d %d\n", list[0], list[4]);
    free(o);
    int sum = 0;
    for (int i = 0; i < fixed.n; i++)
        sum += fixed.rest[i];
    printf("%d\n", sum);
    return 0;
}
