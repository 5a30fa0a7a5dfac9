// The effect of perror on errno depends on whether standard error was used before.
#include <errno.h>
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        errno = ENOENT;
        perror("perror");
        printf("%d %m\n", errno);
    }
    errno = EACCES;
    fprintf(stderr, "%m %20m|%-20m|%.4m\n");
    perror(NULL);
    perror("");
    printf("%m\n");
    return 0;
}
