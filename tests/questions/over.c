// "After a line" means after the functions that it called, too.
// $ whydunit trace history x@over.c:24 -- ./over
// $ whydunit trace history x@over.c:25 -- ./over
// $ whydunit trace history x@over.c:26 -- ./over
// $ whydunit trace history x@over.c:27#2 -- ./over
// $ whydunit trace history calls@over.c:28 -- ./over
// $ whydunit trace history 'v[0]@over.c:29' -- ./over
// $ whydunit trace history x@over.c:30 -- ./over
#include <stdio.h>
#include <stdlib.h>
static int calls;
static void bump(int *p) {
    *p += 5;
    calls++;
}
static int twice(int *p) {
    *p *= 2;
    return 9;
}
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void fail(int *p) { *p = 0; abort(); }
int main(void) {
    int x = 1, v[3] = {3, 2, 1};
    bump(&x);
    twice(&x);
    if (x) bump(&x);
    for (int i = 0; i < 2; i++) bump(&x);
    x++; bump(&x);
    qsort(v, 3, sizeof *v, order);
    fail(&x);
}
