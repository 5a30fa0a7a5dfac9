// ungetc: order, positions, end of file, several at once, before reading.
// stdin: abc
#include <stdio.h>

int main(void) {
    int c = getchar();
    printf("%c\n", c);
    printf("%c\n", ungetc('x', stdin));
    printf("%c %c\n", getchar(), getchar());
    ungetc('1', stdin), ungetc('2', stdin), ungetc('3', stdin);
    printf("%c%c%c%c\n", getchar(), getchar(), getchar(), getchar());
    while (getchar() != EOF)
        ;
    printf("%d ", feof(stdin) != 0);
    ungetc('z', stdin);
    printf("%d %c %d\n", feof(stdin) != 0, getchar(), getchar());
    printf("%d %d\n", ungetc(EOF, stdin), feof(stdin) != 0);
    FILE *file = fopen("data", "w+");
    fputs("hello", file);
    rewind(file);
    printf("%c %c ", getc(file), getc(file));
    printf("%ld ", ftell(file));
    ungetc('J', file);
    printf("%ld ", ftell(file));
    printf("%c%c\n", getc(file), getc(file));
    ungetc('Q', file);
    fseek(file, 0, SEEK_CUR);
    printf("%c\n", getc(file));
    for (int i = 0; i < 200; i++)
        ungetc('a' + i % 26, file);
    int sum = 0;
    for (int i = 0; i < 200; i++)
        sum += getc(file) == 'a' + (199 - i) % 26;
    printf("%d\n", sum);
    ungetc('R', file);
    char text[8] = "";
    printf("%zu %s\n", fread(text, 1, 7, file), text);
    rewind(file);
    ungetc('B', file);
    int number = 0;
    char word[16];
    printf("%d %s\n", fscanf(file, "%15s", word), word);
    printf("%d\n", number);
    fclose(file);
    return 0;
}
