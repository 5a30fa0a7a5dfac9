// Functions that few programs call.
// flags: -D_GNU_SOURCE
// stdin: 12 abc\n7.5 €x\nwide 3\n
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static int to_descriptor(int fd, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vdprintf(fd, format, list);
    va_end(list);
    return count;
}

static int from_stream(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfscanf(file, format, list);
    va_end(list);
    return count;
}

static int wide_text(wchar_t *text, size_t size, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vswprintf(text, size, format, list);
    va_end(list);
    return count;
}

static int from_wide_text(const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vswscanf(text, format, list);
    va_end(list);
    return count;
}

int main(void) {
    FILE *file = fopen("words", "w+");
    printf("%d %d\n", putw(0x01020304, file), putw(-1, file));
    rewind(file);
    int first = getw(file), second = getw(file), third = getw(file);
    printf("%x %d %d %d\n", first, second, third, feof(file) != 0);
    fclose(file);
    printf("%d\n", to_descriptor(open_memstream == NULL ? 0 : 2, "%s %d\n", "vdprintf", 1));
    int number;
    char word[16];
    printf("%d ", from_stream(stdin, "%d %15s", &number, word));
    printf("%d %s\n", number, word);
    float real;
    printf("%d ", from_stream(stdin, "%f%*[ ]", &real));
    printf("%g\n", real);
    setlocale(LC_ALL, "C.UTF-8");
    wchar_t wide[32], more[32];
    printf("%d ", wide_text(wide, 32, L"%d %ls %s %.1f", 5, L"wide", "narrow", 2.25));
    printf("%ls\n", wide);
    printf("%d ", from_wide_text(wide, L"%d %ls", &number, more));
    printf("%d %ls\n", number, more);
    char *name = tempnam("/tmp", "pre");
    printf("%d %d\n", strncmp(name, "/tmp/pre", 8), access(name, F_OK));
    free(name);
    char given[L_tmpnam];
    printf("%d %d\n", tmpnam(given) == given, strncmp(given, "/tmp/", 5));
    static char buffer[64];
    file = fopen("small", "w");
    setbuffer(file, buffer, sizeof buffer);
    for (int i = 0; i < 40; i++)
        fprintf(file, "%d ", i);
    printf("%d\n", fcloseall());
    FILE *wides = fopen("wide", "w+");
    fputws(L"caf\u00e9 \u20ac\n", wides);
    errno = 0;
    printf("%d %d\n", fputwc(0xd800, wides) == WEOF, errno == EILSEQ);
    rewind(wides);
    wint_t c;
    while ((c = fgetwc(wides)) != WEOF)
        printf("%x ", c);
    printf("%d %d\n", feof(wides) != 0, fwide(wides, -1) > 0);
    printf("%d\n", getc(wides));
    fclose(wides);
    FILE *bytes = fopen("bytes", "w+");
    fputs("ok\xff", bytes);
    fclose(bytes);
    bytes = fopen("bytes", "r");
    errno = 0;
    printf("%lc%lc", fgetwc(bytes), fgetwc(bytes));
    printf("%d %d %d\n", fgetwc(bytes) == WEOF, errno == EILSEQ, ferror(bytes) != 0);
    fclose(bytes);
    int a, b;
    printf("%d ", sscanf("0x1.8p3 0b1", "%a%n", &real, &a));
    printf("%g %d\n", real, a);
    printf("%d ", sscanf("a1b2", "%*1[a]%d%*1[b]%d", &a, &b));
    printf("%d %d\n", a, b);
    double d;
    printf("%d ", sscanf("1e5,2", "%lf,%d", &d, &a));
    printf("%g %d\n", d, a);
    return 0;
}
