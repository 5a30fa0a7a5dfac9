// Frees a buffer that is only sometimes on the heap.
#include <stdlib.h>

static int sum(int n) {
    char small[64], *buffer = n > 64 ? malloc(n) : small;
    for (int i = 0; i < n; i++)
        buffer[i] = (char)i;
    int total = buffer[n - 1];
    free(buffer);
    return total;
}

int main(void) {
    return sum(100) + sum(10);
}
