// A callback that takes a double gets an integer.
#include <stdio.h>

static void show(double value) { printf("%.1f\n", value); }

static void each(const int *values, int count, void (*visit)(int)) {
    for (int i = 0; i < count; i++)
        visit(values[i]);
}

int main(void) {
    int values[] = {1, 2, 3};
    each(values, 3, (void (*)(int))show);
    return 0;
}
