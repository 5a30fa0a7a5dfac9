// Output that ends too early does not depend on the program's exit status, only on the cause of the exit.
// $ whydunit slice --expect '0\n1\n2\nend' -- ./too_early
// $ whydunit slice --dynamic --expect '0\n1\n2\nend' -- ./too_early
// $ whydunit slice --expect '0\n1\n2\nend' --expect-exit 0 -- ./too_early
// $ whydunit slice --expect '0\n1\n2\nend\nlast' -- ./too_early 2
#include <stdio.h>
static int enough(int seen) {
    return seen > 2;
}
int main(int argc, char **argv) {
    int n = 3, status = 0;
    (void)argv;
    for (int i = 0; i < n; i++) {
        printf("%d\n", i);
        status += i;
        if (enough(i + argc))
            return status;
    }
    status = status * 2 - 2;
    puts("end");
    if (status < 0)
        puts("last");
    return status;
}
