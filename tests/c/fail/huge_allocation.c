// The result of malloc is not looked at.
#include <stdlib.h>

static double *vector(long n) {
    double *v = malloc(n * sizeof *v);
    for (long i = 0; i < n; i++)
        v[i] = 0;
    return v;
}

int main(void) {
    free(vector(100));
    free(vector(1L << 60));
    return 0;
}
