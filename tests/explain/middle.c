// The golden example: two faults, an assignment and a test.
// $ echo 2 1 3 | whydunit explain -v -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit explain -v --strategy closest --no-repairs -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit explain --github -e '2\n' -- ./middle
// $ echo 1 2 3 | whydunit explain -e '2\n' -- ./middle
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
