// Deletes from an array with memcpy instead of memmove.
#include <string.h>

static void delete_at(int *list, int n, int at) {
    memcpy(&list[at], &list[at + 1], (n - at - 1) * sizeof *list);
}

int main(void) {
    int list[] = {1, 2, 3, 4, 5, 6};
    delete_at(list, 6, 1);
    return list[1];
}
