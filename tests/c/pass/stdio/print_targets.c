// The targets of printf's text, and the return value of each function.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char text[32];
    memset(text, '#', sizeof text);
    printf("%d ", sprintf(text, "%d-%s", 12, "ab"));
    printf("%s %c\n", text, text[7]);
    for (size_t size = 0; size < 8; size++) {
        memset(text, '#', sizeof text);
        text[10] = 0;
        printf("%d ", snprintf(text, size, "%s%d", "abc", 45));
        printf("%s\n", text);
    }
    printf("%d\n", snprintf(NULL, 0, "%100d", 5));
    char *made;
    printf("%d ", asprintf(&made, "%s %d %g", "made", 1, 2.5));
    printf("%s %zu\n", made, strlen(made));
    free(made);
    fflush(stdout);
    printf("later ");
    dprintf(1, "sooner %d\n", 7);
    fprintf(stdout, "%s\n", "stdout");
    fprintf(stderr, "%s %d\n", "stderr", 2);
    FILE *file = fopen("out.txt", "w");
    printf("%d\n", fprintf(file, "to a file: %d\n", 99));
    fputs("more\n", file);
    putc('c', file);
    fclose(file);
    printf("%d\n", fprintf(stdin, "x"));
    printf("%d\n", dprintf(99, "x"));
    return 0;
}
