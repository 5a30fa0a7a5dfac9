// Attributes that generate code or change calls: cleanup in every way a scope is left, transparent unions, noreturn.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void release(char **p) {
    printf("release %s\n", *p);
    free(*p);
}
static void note(int *n) { printf("leave %d\n", *n); }

#define owned __attribute__((cleanup(release))) char *
#define noted __attribute__((cleanup(note))) int

static char *copy(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    char *p = malloc(n + 1);
    for (size_t i = 0; p && i <= n; i++)
        p[i] = s[i];
    return p;
}

static int scopes(int stop) {
    noted outer = 1;
    for (int i = 0; i < 3; i++) {
        noted inner = 10 + i;
        if (i == stop)
            return inner * outer;
        if (i == 1)
            continue;
        noted last = 20 + i;
        last += outer;
    }
    return -1;
}

static int jumps(int n) {
    if (n > 2)
        goto out;
    {
        noted value = n;
        if (n == 1)
            goto out;
        value = 5;
    }
    return 0;
out:
    return 1;
}

typedef union { int *i; float *f; } __attribute__((transparent_union)) either;
static int first_byte(either e) { return *(unsigned char *)e.i; }

__attribute__((sentinel)) static int count(const char *first, ...) {
    va_list list;
    int n = 0;
    va_start(list, first);
    for (const char *s = first; s; s = va_arg(list, const char *))
        n++;
    va_end(list);
    return n;
}

__attribute__((noreturn)) static void leave(int code) { exit(code); }
__attribute__((malloc, warn_unused_result)) static void *take(size_t n) { return calloc(n, 1); }
__attribute__((nonnull(1))) static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }
__attribute__((deprecated)) static int old(void) { return 3; }
__attribute__((cold)) static int rare(int n) { return n + 1; }
__attribute__((flatten)) static int flat(int n) { return rare(n) + rare(n + 1); }
__attribute__((optnone)) static int plain(int n) { return n * 2; }
static int unused(__attribute__((unused)) int n) { return 4; }
struct __attribute__((may_alias)) loose { int n; };

int main(void) {
    owned text = copy("outer");
    {
        owned inner = copy("inner");
        printf("%s %s\n", text, inner);
    }
    printf("%d\n", scopes(0));
    printf("%d\n", scopes(2));
    printf("%d\n", scopes(5));
    for (int i = 0; i < 4; i++)
        printf("%d\n", jumps(i));
    int n = 0x1234;
    float f = 1.0f;
    printf("%d %d\n", first_byte(&n), first_byte(&f));
    printf("%d %d\n", count("a", "b", "c", NULL), count("x", NULL));
    char *zero = take(4);
    printf("%d %d %d %d %d %d\n", zero[3], length("four"), flat(1), plain(4), unused(1), rare(1));
    free(zero);
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    printf("%d\n", old());
    switch (n & 3) {
    case 0: n++; __attribute__((fallthrough));
    case 1: n++; break;
    }
    printf("%d %d\n", n, ((struct loose *)&n)->n);
    leave(9);
}
