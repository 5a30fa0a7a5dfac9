// A file copied in all the ways there are; every copy must be the same.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void by_character(FILE *in, FILE *out) {
    for (int c; (c = getc(in)) != EOF;)
        putc(c, out);
}

static void by_line(FILE *in, FILE *out) {
    char *line = NULL;
    size_t size = 0;
    for (ssize_t n; (n = getline(&line, &size, in)) >= 0;)
        fwrite(line, 1, (size_t)n, out);
    free(line);
}

static void by_block(FILE *in, FILE *out) {
    char block[777];
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;)
        fwrite(block, 1, n, out);
}

static void backwards(FILE *in, FILE *out) {
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    for (long at = size - 1; at >= 0; at--) {
        fseek(in, at, SEEK_SET);
        int c = getc(in);
        fseek(out, at, SEEK_SET);
        putc(c, out);
    }
}

static void peeking(FILE *in, FILE *out) {
    for (int c; (c = getc(in)) != EOF;) {
        ungetc(c, in);
        char two[3];
        size_t n = fread(two, 1, 2, in);
        fwrite(two, 1, n, out);
    }
}

int main(void) {
    FILE *source = fopen("source", "wb");
    for (int i = 0; i < 6000; i++)
        fprintf(source, i % 7 ? "%d," : "%d\n", i * i);
    fputc(0, source);
    fputc(255, source);
    fclose(source);
    void (*const ways[])(FILE *, FILE *) = {by_character, by_line, by_block, backwards, peeking};
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "copy%d", i);
        FILE *in = fopen("source", "rb"), *out = fopen(name, "wb");
        ways[i](in, out);
        printf("%d %ld %ld\n", i, ftell(in), ftell(out));
        fclose(in), fclose(out);
    }
    return 0;
}
