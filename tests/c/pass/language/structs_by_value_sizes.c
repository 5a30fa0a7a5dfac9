// Structs of many sizes as arguments, results, assigned, in arrays and through function pointers: the
// calling convention splits them into registers, pieces of registers or memory.
#include <stdio.h>
#include <string.h>

static unsigned sum(const void *data, size_t size) {
    unsigned h = (unsigned)size;
    for (const unsigned char *p = data; size--; p++)
        h = h * 33 + *p;
    return h;
}

#define SIZE(n)                                                                  \
    struct bytes##n {                                                            \
        unsigned char at[n];                                                     \
    };                                                                           \
    static struct bytes##n make##n(int seed) {                                   \
        struct bytes##n s;                                                       \
        for (int i = 0; i < n; i++)                                              \
            s.at[i] = (unsigned char)(seed + i * 7);                             \
        return s;                                                                \
    }                                                                            \
    static struct bytes##n mix##n(struct bytes##n a, int k, struct bytes##n b) { \
        for (int i = 0; i < n; i++)                                              \
            a.at[i] = (unsigned char)(a.at[i] * k + b.at[n - 1 - i]);            \
        return a;                                                                \
    }                                                                            \
    static void test##n(void) {                                                  \
        struct bytes##n a = make##n(n), b = make##n(2 * n), list[3];             \
        struct bytes##n (*f)(struct bytes##n, int, struct bytes##n) = mix##n;    \
        list[0] = mix##n(a, 3, b);                                               \
        list[1] = f(list[0], 5, a);                                              \
        list[2] = f(f(a, 1, b), 2, f(b, 3, a));                                  \
        printf("%3d: %u %u %u", n, sum(&list[0], n), sum(&list[1], n), sum(&list[2], n)); \
        printf(" %d %d %d\n", a.at[0], b.at[n - 1], mix##n(a, 2, b).at[n / 2]);  \
        if (memcmp(&a, &(struct bytes##n){make##n(n).at[0]}, 1) != 0)            \
            printf("argument was changed\n");                                    \
    }

SIZE(1)
SIZE(2)
SIZE(3)
SIZE(4)
SIZE(5)
SIZE(7)
SIZE(8)
SIZE(9)
SIZE(12)
SIZE(15)
SIZE(16)
SIZE(17)
SIZE(24)
SIZE(31)
SIZE(33)
SIZE(64)
SIZE(100)

int main(void) {
    test1();
    test2();
    test3();
    test4();
    test5();
    test7();
    test8();
    test9();
    test12();
    test15();
    test16();
    test17();
    test24();
    test31();
    test33();
    test64();
    test100();
    return 0;
}
