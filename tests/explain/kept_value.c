// A value is saved for an exchange, but the saved copy is not used.
// $ whydunit explain -e '1 2 3\n' -- ./kept_value
#include <stdio.h>
static void exchange(int *left, int *right) {
    int kept = *left;
    *left = *right;
    *right = *left;
}
int main(void) {
    int row[] = {3, 2, 1};
    exchange(&row[0], &row[2]);
    printf("%d %d %d\n", row[0], row[1], row[2]);
    return 0;
}
