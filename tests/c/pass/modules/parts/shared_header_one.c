// Part of shared_header.c.
#include "shared.h"

int one(int n) {
    bump();
    return square(n) * 10 + private_count() + in_header(0);
}
int (*address_one(void))(int) { return square; }
