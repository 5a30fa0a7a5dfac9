// Streams on memory: open_memstream and fmemopen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    fprintf(file, "hello %d", 5);
    fflush(file);
    printf("%s %zu\n", text, length);
    for (int i = 0; i < 300; i++)
        fprintf(file, " %d", i);
    fflush(file);
    printf("%zu %zu\n", length, strlen(text));
    fseek(file, 6, SEEK_SET);
    fputs("XX", file);
    fflush(file);
    printf("%zu %.12s\n", length, text);
    fclose(file);
    printf("%zu %.12s\n", length, text);
    free(text);

    char buffer[16] = "0123456789";
    file = fmemopen(buffer, 10, "r");
    printf("%c%c ", getc(file), getc(file));
    int number = 0;
    printf("%d %d ", fscanf(file, "%3d", &number), number);
    printf("%ld %d\n", ftell(file), fseek(file, -1, SEEK_END));
    printf("%c %d %d\n", getc(file), getc(file), feof(file) != 0);
    fclose(file);
    file = fmemopen(buffer, sizeof buffer, "w");
    fprintf(file, "new %s", "text");
    fflush(file);
    printf("%s\n", buffer);
    printf("%d ", fputs("much too long for it", file));
    printf("%d\n", fflush(file));
    fclose(file);
    printf("%.15s\n", buffer);
    strcpy(buffer, "abc");
    file = fmemopen(buffer, sizeof buffer, "a+");
    fputs("def", file);
    rewind(file);
    char back[16];
    printf("%s\n", fgets(back, sizeof back, file));
    fclose(file);
    printf("%s\n", buffer);
    file = fmemopen(NULL, 32, "w+");
    fputs("own memory", file);
    rewind(file);
    printf("%s\n", fgets(back, sizeof back, file));
    fclose(file);
    wchar_t *wide = NULL;
    file = open_wmemstream(&wide, &length);
    fwprintf(file, L"%d-%ls", 12, L"wide");
    fclose(file);
    printf("%zu %ls\n", length, wide);
    free(wide);
    return 0;
}
