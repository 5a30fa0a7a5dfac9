// A comparison function that dereferences an invalid pointer.
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    char *list[] = {"pear", "apple", NULL, "fig"};
    qsort(list, 4, sizeof *list, compare);
    return 0;
}
