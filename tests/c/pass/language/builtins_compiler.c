// Builtins that ask or tell the compiler something: expect, object_size, constant_p, choose_expr, offsetof.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define KIND(x) _Generic((x), char: "char", int: "int", unsigned: "unsigned", long: "long", float: "float", \
                         double: "double", char *: "char *", const char *: "const char *", int *: "int *", default: "other")
#define ABS(x) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), double), real_abs(x), int_abs(x))

struct record { char a; short b; int list[5]; struct { char c; double d; } inner; };

static int int_abs(int x) { return x < 0 ? -x : x; }
static double real_abs(double x) { return x < 0 ? -x : x; }

static int checked(int n) {
    switch (n & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    }
    __builtin_unreachable();
}

static int sum(const int *p, int n) {
    p = __builtin_assume_aligned(p, 4);
    __builtin_assume(n >= 0);
    int total = 0;
    for (int i = 0; i < n; i++) {
        __builtin_prefetch(p + i + 4, 0, 3);
        if (unlikely(p[i] < 0))
            continue;
        if (likely(p[i] < 100))
            total += p[i];
    }
    return total;
}

int main(void) {
    volatile int five = 5;
    char buffer[10];
    struct record r;
    char *heap = malloc(20);
    printf("%zu %zu\n", __builtin_object_size(buffer, 0), __builtin_object_size(buffer + 4, 1));
    printf("%zu %zu\n", __builtin_object_size(&r.list[2], 1), __builtin_object_size(five ? buffer : buffer, 2));
    printf("%d %d\n", __builtin_constant_p(5 * 3), __builtin_constant_p(five));
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long));
    printf("%g %d\n", ABS(-2.5), ABS(-3));
    printf("%zu %zu %zu\n", __builtin_offsetof(struct record, b), offsetof(struct record, list[3]), offsetof(struct record, inner.d));
    for (int i = 0; i < 5; i++)
        printf("%d ", checked(i + five));
    printf("%d\n", sum((int[]){1, -5, 50, 200, 7}, 5));
    printf("%s %s %s %s %s %s\n", KIND('a'), KIND((char)1), KIND(1u), KIND(1.0f), KIND("s"), KIND(&five));
    printf("%d %d\n", __builtin_strlen("four") == 4, __builtin_memcmp("ab", "ac", 2) < 0);
    if (heap) {
        __builtin___memcpy_chk(heap, "chk", 4, 20);
        __builtin_memset(heap + 4, 'x', 3);
        heap[7] = 0;
        printf("%s %s\n", heap, heap + 4);
    }
    free(heap);
    printf("%d %d\n", __builtin_isnan(0.0 / five - 0.0), __builtin_isinf_sign(-1e308 * 10 * five));
    printf("%g %g\n", __builtin_inf(), __builtin_fabs(-1.5 * five));
    printf("%ld\n", __builtin_expect_with_probability(five, 5, 0.9));
    printf("%s %d\n", __func__, __LINE__);
    return 0;
}
