// Descriptors and streams together: dup2, closed descriptors, redirected standard streams.
// stdin: one\ntwo\nthree\n
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[32];
    printf("%s", fgets(line, sizeof line, stdin));
    fflush(stdout);
    int saved = dup(1);
    int fd = open("redirected", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(fd, 1);
    printf("to the file\n");
    fflush(stdout);
    dup2(saved, 1);
    printf("back again\n");
    fflush(stdout);
    close(1);
    errno = 0;
    printf("nowhere");
    int flushed = fflush(stdout), why = errno;
    dup2(saved, 1);
    printf("%d %d %d\n", flushed, why == EBADF, ferror(stdout) != 0);
    clearerr(stdout);
    FILE *full = fopen("/dev/full", "w");
    printf("%d ", fprintf(full, "x"));
    errno = 0;
    printf("%d %d %d\n", fflush(full), errno == ENOSPC, ferror(full) != 0);
    fputs("y", full);
    printf("%d\n", fclose(full));
    FILE *null = fopen("/dev/null", "r+");
    printf("%d %d\n", getc(null), fputs("gone", null) >= 0);
    fclose(null);
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    FILE *in = fdopen(ends[0], "r"), *out = fdopen(ends[1], "w");
    fprintf(out, "through %d pipe\nand more", 1);
    fclose(out);
    while (fgets(line, sizeof line, in))
        printf("[%s]", line);
    printf(" %d\n", feof(in) != 0);
    fclose(in);
    FILE *again = fopen("redirected", "r");
    printf("%s", fgets(line, sizeof line, again));
    fclose(again);
    return 0;
}
