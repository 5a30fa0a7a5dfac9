// Static functions, variables and types of the same name in several files; shared globals; weak and strong.
// with: parts/same_names_a.c parts/same_names_b.c
#include <stdio.h>

struct item { int id; };
static int counter = 100;
static int helper(int n) { return n + counter; }

int from_a(int), from_b(int);
const char *name_a(void), *name_b(void);
extern int shared, array[], tentative;
extern int (*const table[2])(int);
__attribute__((weak)) int chosen(void) { return 1; }
int *address_in_a(void), *address_in_b(void);

int main(void) {
    struct item i = {5};
    printf("%d %d %d\n", helper(i.id), from_a(1), from_b(1));
    printf("%d %d %d\n", helper(0), from_a(2), from_b(2));
    counter++;
    printf("%d %d %d\n", helper(0), from_a(0), from_b(0));
    printf("%s %s\n", name_a(), name_b());
    shared += 10;
    printf("%d %d %d\n", shared, array[2], table[0](7) + table[1](7));
    printf("%d\n", chosen());
    tentative = 3;
    printf("%d %d\n", *address_in_a(), address_in_a() == address_in_b());
    return 0;
}
