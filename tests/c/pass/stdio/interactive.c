// On a terminal a line goes out when it ends; here nothing is one, so all waits for the flush.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("%d %d %d\n", isatty(0), isatty(1), isatty(2));
    printf("line\n");
    if (write(1, "written\n", 8) != 8)
        return 1;
    fprintf(stderr, "half ");
    fprintf(stderr, "line\n");
    setlinebuf(stdout);
    printf("one\ntwo ");
    if (write(1, "written\n", 8) != 8)
        return 1;
    printf("three\n");
    setbuf(stdout, NULL);
    printf("four ");
    if (write(1, "written\n", 8) != 8)
        return 1;
    return 0;
}
