// When output leaves: streams and descriptors on the same file, all kinds of buffering.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) {
    if (write(1, text, strlen(text)) < 0)
        abort();
}

int main(void) {
    static char buffer[300];
    printf("buffered ");
    say("direct\n");
    fflush(stdout);
    say("after flush\n");
    for (int i = 0; i < 500; i++)
        printf("%d ", i);
    say("<in the middle>");
    for (int i = 0; i < 4000; i++)
        putchar('a' + i % 26);
    say("<again>");
    fputs("and then\n", stdout);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("a line\nhalf ");
    say("<line buffered>");
    printf("rest\n");
    say("<after the line>\n");
    fflush(stdout);
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("un");
    say("<unbuffered>");
    putchar('b');
    say("<each>\n");
    FILE *small = fdopen(dup(1), "w");
    setvbuf(small, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < 200; i++)
        fprintf(small, "%d,", i);
    say("<small buffer>");
    fclose(small);
    small = fdopen(dup(1), "w");
    fprintf(stderr, "errors at once ");
    if (write(2, "in order\n", 9) < 0)
        return 1;
    char big[20000];
    memset(big, 'z', sizeof big);
    fputs("x", small);
    fwrite(big, 1, sizeof big, small);
    say("<after a large block>");
    fclose(small);
    puts("end");
    FILE *file = fopen("shared", "w");
    fputs("one ", file);
    dprintf(fileno(file), "two ");
    fputs("three", file);
    fclose(file);
    return 0;
}
