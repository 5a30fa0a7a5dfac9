// Opening: modes, errors, exclusive creation, reopening, streams on descriptors.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void attempt(const char *path, const char *mode) {
    errno = 0;
    FILE *file = fopen(path, mode);
    printf("%s %s: %s\n", path, mode, file ? "opened" : strerror(errno));
    if (file)
        fclose(file);
}

int main(void) {
    attempt("missing", "r");
    attempt("missing", "r+");
    attempt("new", "w");
    attempt("new", "wx");
    attempt("new", "q");
    attempt("new", "");
    attempt("nowhere/new", "w");
    attempt(".", "w");
    attempt(".", "r");
    attempt("new", "rbe");
    FILE *file = fopen("new", "r");
    errno = 0;
    printf("%d %d %d %d\n", fputs("x", file), errno == EBADF, ferror(file) != 0, putc('x', file));
    clearerr(file);
    printf("%d\n", ferror(file) != 0);
    fclose(file);
    file = fopen("new", "w");
    errno = 0;
    printf("%d %d %d %d\n", getc(file), errno == EBADF, ferror(file) != 0, feof(file) != 0);
    fclose(file);
    file = fopen(".", "r");
    errno = 0;
    printf("%d %d\n", getc(file), errno == EISDIR);
    fclose(file);
    int fd = open("by-descriptor", O_RDWR | O_CREAT, 0600);
    file = fdopen(fd, "w");
    printf("%d %d\n", fileno(file) == fd, fprintf(file, "through fdopen\n"));
    fclose(file);
    errno = 0;
    printf("%d %d\n", (int)write(fd, "x", 1), errno == EBADF);
    errno = 0;
    printf("%d %d\n", fdopen(77, "r") == NULL, errno == EBADF);
    fd = open("by-descriptor", O_RDONLY);
    printf("%d %d\n", fdopen(fd, "w") == NULL, errno == EINVAL);
    close(fd);
    file = freopen("by-descriptor", "a", fopen("new", "w"));
    fputs("appended\n", file);
    file = freopen("by-descriptor", "r", file);
    char line[64];
    while (fgets(line, sizeof line, file))
        fputs(line, stdout);
    fclose(file);
    printf("%d\n", freopen("missing", "r", fopen("new", "r")) == NULL);
    if (freopen("captured", "w", stdout) == NULL)
        return 1;
    printf("this goes to a file\n");
    fprintf(stderr, "%d\n", fileno(stdout));
    file = tmpfile();
    fputs("temporary", file);
    rewind(file);
    fprintf(stderr, "%s\n", fgets(line, sizeof line, file));
    fclose(file);
    fprintf(stderr, "%d %d\n", remove("new"), remove("new"));
    fprintf(stderr, "%d\n", rename("captured", "renamed"));
    return 0;
}
