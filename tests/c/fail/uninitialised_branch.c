// A flag that is set on one path only.
#include <stdio.h>

static int find(const int *list, int n, int wanted) {
    int found;
    for (int i = 0; i < n; i++)
        if (list[i] == wanted)
            found = 1;
    if (found)
        return 1;
    return 0;
}

int main(void) {
    int list[] = {1, 2, 3};
    printf("%d\n", find(list, 3, 2));
    printf("%d\n", find(list, 3, 5));
    return 0;
}
