// inline, static inline, extern inline, always_inline and noinline functions, also through pointers.
#include <stdio.h>

static inline int twice(int n) { return 2 * n; }
inline int thrice(int n) { return 3 * n; }
extern inline int thrice(int n);
__attribute__((always_inline)) static inline int forced(int n) { return n < 100 ? n * n : -1; }
__attribute__((noinline)) static int kept(int n) { return forced(n) + 1; }
extern inline __attribute__((gnu_inline)) int old_style(int n) { return n + 1000; }
int old_style(int n) { return n + 2000; }

static inline int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

static inline void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static inline int counted(void) {
    static int calls;
    return ++calls;
}

__attribute__((pure)) static inline int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}

__attribute__((const)) static int sign(int n) { return (n > 0) - (n < 0); }

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
    int (*list[])(int) = {twice, thrice, forced, kept, factorial, sign};
    for (int i = 0; i < 6; i++)
        printf("%d %d\n", list[i](7), list[i](-3));
    int a = 1, b = 2;
    swap(&a, &b);
    printf("%d %d\n", a, b);
    for (int i = 0; i < 3; i++)
        counted();
    printf("%d\n", counted());
    printf("%d %d\n", length("inline"), MAX(twice(5), thrice(3)));
    int i = 5, j = 5;
    int most = MAX(i++, j++);
    printf("%d %d %d\n", most, i, j);
    printf("%d\n", old_style(1) >= 1000);
    printf("%d\n", list[0] == twice);
    return 0;
}
