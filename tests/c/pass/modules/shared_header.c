// Inline functions and static data of one header in several files; extern inline; one definition of each.
// with: parts/shared_header_one.c parts/shared_header_two.c
#include "parts/shared.h"
#include <stdio.h>

int one(int), two(int);
int (*address_one(void))(int);
int (*address_two(void))(int);
extern inline int square(int n);

int main(void) {
    bump();
    bump();
    printf("%d %d %d\n", private_count(), one(3), two(3));
    printf("%d %d\n", square(5), address_one() == address_two());
    printf("%s %s\n", shared_names[0], shared_names[SHARED_LAST]);
    printf("%d\n", address_one()(4));
    return 0;
}
