// Part of shared_header.c.
#include "shared.h"

int two(int n) {
    for (int i = 0; i < n; i++)
        bump();
    return square(n) * 100 + private_count() + in_header(1);
}
int (*address_two(void))(int) { return square; }
