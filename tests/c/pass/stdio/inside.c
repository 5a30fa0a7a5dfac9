// <stdio_ext.h> and the fields of FILE that gnulib looks into.
// stdin: some input\n
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

static size_t ahead(FILE *file) {
    if (file->_IO_write_ptr > file->_IO_write_base)
        return 0;
    return (size_t)(file->_IO_read_end - file->_IO_read_ptr);
}

/* As gnulib's fseeko does when nothing is buffered. */
static int reposition(FILE *file, off_t offset, int whence) {
    if (file->_IO_read_end == file->_IO_read_ptr && file->_IO_write_ptr == file->_IO_write_base &&
        file->_IO_save_base == NULL) {
        off_t place = lseek(fileno(file), offset, whence);
        if (place == -1)
            return -1;
        file->_flags &= ~0x10;
        file->_offset = place;
        return 0;
    }
    return fseeko(file, offset, whence);
}

int main(void) {
    FILE *file = fopen("data", "w+");
    printf("%d %d %d %d\n", __freadable(file) != 0, __fwritable(file) != 0, __freading(file) != 0, __fwriting(file) != 0);
    fputs("hello world", file);
    printf("%zu %zu %d %d\n", __fpending(file), (size_t)(file->_IO_write_ptr - file->_IO_write_base),
           __freading(file) != 0, __fwriting(file) != 0);
    fflush(file);
    printf("%zu\n", __fpending(file));
    fputs("dropped", file);
    __fpurge(file);
    printf("%zu\n", __fpending(file));
    rewind(file);
    int first = getc(file);
    printf("%c %d %d\n", first, __freading(file) != 0, __fwriting(file) != 0);
    ungetc(first, file);
    while (getc(file) != EOF)
        ;
    printf("%d %zu\n", feof(file) != 0, ahead(file));
    printf("%d %d %c\n", reposition(file, 6, SEEK_SET), feof(file) != 0, getc(file));
    printf("%d %d\n", file->_fileno == fileno(file), (file->_flags & 0xffff0000) == 0xfbad0000);
    fclose(file);
    printf("%d %d\n", __flbf(stdout) != 0, __fbufsize(stderr) <= 1);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%d\n", __flbf(stdout) != 0);
    printf("%d\n", __fsetlocking(stdin, FSETLOCKING_QUERY));
    printf("%d\n", __freading(stdin) != 0);
    _flushlbf();
    flockfile(stdout), putc_unlocked('u', stdout), putchar_unlocked('v'), funlockfile(stdout);
    printf("%d\n", ftrylockfile(stdout));
    printf("%c%c", getc_unlocked(stdin), getchar_unlocked());
    char text[32];
    printf("%s", fgets_unlocked(text, sizeof text, stdin));
    fputs_unlocked("fputs ", stdout), fputc_unlocked('c', stdout), fwrite_unlocked("\n", 1, 1, stdout);
    printf("%zu %d %d\n", fread_unlocked(text, 1, 1, stdin), feof_unlocked(stdin) != 0, ferror_unlocked(stdin) != 0);
    clearerr_unlocked(stdin);
    printf("%d %d\n", feof_unlocked(stdin) != 0, fileno_unlocked(stdout));
    fflush_unlocked(stdout);
    return 0;
}
