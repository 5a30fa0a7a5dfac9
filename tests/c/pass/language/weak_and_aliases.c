// Weak symbols without definitions, weak definitions, aliases of functions and variables.
#include <stdio.h>

extern int missing_function(int) __attribute__((weak));
extern int missing_variable __attribute__((weak));

__attribute__((weak)) int weak_default(int n) { return n + 1; }

int original(int n) { return n * 10; }
int renamed(int n) __attribute__((alias("original")));
static int hidden(int n) { return n - 1; }
int exported(int n) __attribute__((alias("hidden")));
extern int weak_alias(int n) __attribute__((weak, alias("original")));

int value = 5;
extern int same_value __attribute__((alias("value")));
static int table[4] = {1, 2, 3, 4};
extern int same_table[4] __attribute__((alias("table")));

int with_label(int n) __asm__("another_symbol");
int with_label(int n) { return n ^ 1; }

__attribute__((visibility("hidden"))) int invisible = 9;
__attribute__((section(".data.special"))) int placed = 11;
__attribute__((used)) static int unused_but_kept = 3;
int tentative;
int tentative;

int main(void) {
    printf("%d %d\n", missing_function == NULL, &missing_variable == NULL);
    if (missing_function)
        printf("%d\n", missing_function(1));
    printf("%d %d %d %d %d\n", weak_default(1), original(2), renamed(3), exported(4), weak_alias(5));
    printf("%d %d\n", renamed == original, weak_alias == original);
    same_value = 6;
    value++;
    same_table[2] = 30;
    printf("%d %d %d\n", value, same_value, table[2]);
    printf("%d %d\n", &same_value == &value, &same_table[1] - &table[0] == 1);
    printf("%d %d %d %d\n", with_label(6), invisible, placed, unused_but_kept);
    tentative = 4;
    printf("%d\n", tentative);
    return 0;
}
