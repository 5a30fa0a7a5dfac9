/* Prints the middle one of three numbers. Two faults are in here: see the README. */
#include <stdio.h>

int main(void) {
    int x, y, z, m;
    if (scanf("%d %d %d", &x, &y, &z) != 3)
        return 2;
    m = y;
    if (y < z) {
        if (x < y) {
            m = y;
        } else if (x > z) {
            m = x;
        }
    } else if (x > y) {
        m = y;
    } else if (x > z) {
        m = x;
    }
    printf("%d\n", m);
    return 0;
}
