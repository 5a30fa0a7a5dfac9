// Functions that optimised programs call: checked variants and the inlined bodies of getc and putc.
// flags: -O2 -D_FORTIFY_SOURCE=2 -D_GNU_SOURCE
// stdin: line one\nline two\n12 34\nrest
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void list(FILE *file, const char *format, ...) {
    char text[64], *made;
    va_list a, b, c, d;
    va_start(a, format);
    va_copy(b, a), va_copy(c, a), va_copy(d, a);
    vfprintf(file, format, a);
    vsprintf(text, format, b);
    fputs(text, stdout);
    vsnprintf(text, sizeof text, format, c);
    fputs(text, stdout);
    if (vasprintf(&made, format, d) > 0)
        fputs(made, stdout);
    free(made);
    va_end(d), va_end(c), va_end(b), va_end(a);
}

int main(int argc, char **argv) {
    char text[32], block[16] = "";
    (void)argv;
    printf("%d %s\n", argc, "printf");
    fprintf(stdout, "%s\n", "fprintf");
    sprintf(text, "%d", argc + 1);
    puts(text);
    snprintf(text, sizeof text, "%s-%d", "snprintf", argc);
    puts(text);
    list(stdout, "%s %d\n", "list", argc);
    printf("%s", fgets(text, sizeof text, stdin));
    while (!feof_unlocked(stdin)) {
        int c = getc_unlocked(stdin);
        if (c == '\n' || c == EOF)
            break;
        putc_unlocked(c, stdout);
        putchar_unlocked('.');
    }
    putchar('\n');
    int a = 0, b = 0;
    printf("%d ", scanf("%d %d", &a, &b));
    printf("%d %d\n", a, b);
    printf("%zu ", fread(block, 1, 5, stdin));
    printf("[%s] %d %d\n", block, feof(stdin) != 0, ferror_unlocked(stdin) != 0);
    fflush(stdout);
    dprintf(1, "%s %d\n", "dprintf", argc);
    wchar_t wide[16];
    swprintf(wide, 16, L"%d %ls", argc, L"wide");
    printf("%ls\n", wide);
    fputc_unlocked('x', stdout), fputs_unlocked("yz\n", stdout), fwrite_unlocked("w\n", 1, 2, stdout);
    return 0;
}
