// Positions: every whence, reading and writing in turn, append modes, beyond the end.
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void show(FILE *file) {
    char text[128];
    rewind(file);
    size_t length = fread(text, 1, sizeof text, file);
    printf("%zu ", length);
    for (size_t i = 0; i < length; i++)
        putchar(text[i] ? text[i] : '.');
    putchar('\n');
}

int main(void) {
    FILE *file = fopen("data", "w+");
    fputs("0123456789", file);
    printf("%ld\n", ftell(file));
    printf("%d %ld\n", fseek(file, 3, SEEK_SET), ftell(file));
    printf("%c %ld\n", getc(file), ftell(file));
    printf("%d %ld\n", fseek(file, 2, SEEK_CUR), ftell(file));
    printf("%c\n", getc(file));
    printf("%d %ld\n", fseek(file, -1, SEEK_END), ftell(file));
    printf("%c %d\n", getc(file), getc(file));
    printf("%d\n", feof(file) != 0);
    printf("%d %d\n", fseek(file, 0, SEEK_SET), feof(file) != 0);
    printf("%d %d\n", fseek(file, -1, SEEK_SET), errno == EINVAL);
    printf("%d %d\n", fseek(file, 0, 9), errno == EINVAL);
    fseek(file, 5, SEEK_SET);
    fputs("AB", file);
    printf("%ld\n", ftell(file));
    show(file);
    fseek(file, 15, SEEK_SET);
    putc('X', file);
    show(file);
    fpos_t place;
    fseek(file, 4, SEEK_SET);
    fgetpos(file, &place);
    getc(file), getc(file);
    fsetpos(file, &place);
    printf("%c\n", getc(file));
    fclose(file);
    file = fopen("data", "a+");
    printf("%ld %c\n", ftell(file), getc(file));
    fputs("end", file);
    printf("%ld\n", ftell(file));
    fseek(file, 0, SEEK_SET);
    fputs("more", file);
    show(file);
    fclose(file);
    file = fopen("data", "a");
    printf("%ld ", ftell(file));
    fputs("!", file);
    printf("%ld\n", ftell(file));
    fclose(file);
    file = fopen("data", "r+");
    getc(file);
    fseek(file, 0, SEEK_CUR);
    putc('#', file);
    fflush(file);
    printf("%c\n", getc(file));
    show(file);
    fclose(file);
    printf("%d\n", fseek(stdin, 0, SEEK_SET) == -1 && errno == ESPIPE);
    return 0;
}
