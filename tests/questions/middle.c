// $ echo 2 1 3 | whydunit slice -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit slice --dynamic --values -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit slice --data --annotate -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit slice --json -e '2\n' -- ./middle
// $ echo 2 1 3 | whydunit slice -e '1\n' -- ./middle
// $ echo 2 1 3 | whydunit slice --from middle.c:21 -- ./middle
// $ echo 2 1 3 | whydunit slice --from midle.c:14 -- ./middle
// $ echo 2 1 3 | whydunit slice --from middle.c:16#2 -- ./middle
// $ echo 2 1 3 | whydunit slice --from middle.c:20 -- ./middle
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
