// A growing string: append, insert, replace, split, trim, format; and a rope.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { char *data; size_t length, capacity; };

static void reserve(struct text *t, size_t more) {
    if (t->length + more + 1 <= t->capacity)
        return;
    t->capacity = (t->length + more + 1) * 3 / 2;
    t->data = realloc(t->data, t->capacity);
    if (!t->data)
        exit(1);
}

static void insert(struct text *t, size_t at, const char *s, size_t n) {
    reserve(t, n);
    memmove(t->data + at + n, t->data + at, t->length - at);
    memcpy(t->data + at, s, n);
    t->length += n;
    t->data[t->length] = 0;
}

static void append(struct text *t, const char *s) { insert(t, t->length, s, strlen(s)); }

static void format(struct text *t, const char *f, ...) {
    va_list list, again;
    va_start(list, f);
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, f, list);
    va_end(list);
    reserve(t, (size_t)n);
    vsnprintf(t->data + t->length, (size_t)n + 1, f, again);
    va_end(again);
    t->length += (size_t)n;
}

static int replace(struct text *t, const char *what, const char *with) {
    int count = 0;
    size_t n = strlen(what), m = strlen(with);
    for (char *p = t->data; (p = strstr(p, what)); count++) {
        size_t at = (size_t)(p - t->data);
        memmove(p, p + n, t->length - at - n + 1);
        t->length -= n;
        insert(t, at, with, m);
        p = t->data + at + m;
    }
    return count;
}

static char *trim(char *s) {
    while (isspace((unsigned char)*s))
        s++;
    char *end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        *--end = 0;
    return s;
}

struct rope { struct rope *left, *right; const char *leaf; size_t size; };
static struct rope *join(struct rope *a, struct rope *b, const char *leaf) {
    struct rope *r = malloc(sizeof *r);
    if (!r)
        exit(1);
    *r = (struct rope){a, b, leaf, leaf ? strlen(leaf) : a->size + b->size};
    return r;
}
static char rope_at(const struct rope *r, size_t i) {
    while (!r->leaf) {
        if (i < r->left->size) {
            r = r->left;
        } else {
            i -= r->left->size;
            r = r->right;
        }
    }
    return r->leaf[i];
}
static void drop(struct rope *r) {
    if (!r->leaf) {
        drop(r->left);
        drop(r->right);
    }
    free(r);
}

int main(void) {
    struct text t = {0};
    append(&t, "world");
    insert(&t, 0, "hello ", 6);
    for (int i = 0; i < 5; i++)
        format(&t, ", %d:%s:%05.2f", i, i % 2 ? "odd" : "even", i / 3.0);
    printf("%s (%zu)\n", t.data, t.length);
    printf("%d\n", replace(&t, "even", "E"));
    printf("%d\n", replace(&t, ", ", " -- "));
    printf("%s (%zu)\n", t.data, t.length);
    char line[] = "  key =  value with spaces  ; other=2;; last  ", *rest = line;
    for (char *field; (field = strsep(&rest, ";"));) {
        char *equals = strchr(field, '=');
        if (equals) {
            *equals = 0;
            char *key = trim(field), *value = trim(equals + 1);
            printf("[%s]=[%s]\n", key, value);
        } else {
            printf("[%s]\n", trim(field));
        }
    }
    for (char *p = t.data; *p; p++)
        *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
    printf("%s\n", t.data);
    free(t.data);
    struct rope *r = join(join(join(0, 0, "one "), join(0, 0, "two "), 0), join(join(0, 0, "three "), join(0, 0, "four"), 0), 0);
    for (size_t i = r->size; i-- > 0;)
        putchar(rope_at(r, i));
    printf("\n");
    drop(r);
    return 0;
}
