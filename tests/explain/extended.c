// Numbers that no solver supports: the report mentions the values it could not solve for.
// $ whydunit explain --no-repairs -e '1849.25\n' -- ./extended
#include <stdio.h>

static long double square(long double x) {
    return x * x;
}

int main(void) {
    int n = 40;
    printf("%.2Lf\n", square(n) + 0.25L);
    return 0;
}
