// One element too many.
#include <stdlib.h>

static int *squares(int count) {
    int *result = malloc(count * sizeof *result);
    for (int i = 0; i <= count; i++)
        result[i] = i * i;
    return result;
}

int main(void) {
    int *s = squares(10);
    int r = s[3];
    free(s);
    return r;
}
