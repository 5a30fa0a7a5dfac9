// Lines: fgets with all sizes, getline, getdelim, ends without newline.
// stdin: first line\n\nthird, longer line of text\na,b,c\nno newline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char small[6];
    for (int i = 0; i < 4; i++)
        printf("[%s]", fgets(small, sizeof small, stdin) ? small : "NULL");
    putchar('\n');
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    printf("%zd %d [%s]\n", length, size >= 120, line);
    while ((length = getdelim(&line, &size, ',', stdin)) > 0 && line[length - 1] == ',')
        printf("%zd [%s]\n", length, line);
    printf("%zd [%s] eof %d\n", length, line, feof(stdin) != 0);
    printf("%zd %d\n", getline(&line, &size, stdin), feof(stdin) != 0);
    printf("%p\n", (void *)fgets(small, sizeof small, stdin));
    free(line);
    FILE *file = fopen("long.txt", "w+");
    for (int i = 0; i < 1000; i++)
        fprintf(file, "%d ", i);
    fputs("\nend", file);
    rewind(file);
    line = NULL, size = 0;
    length = getline(&line, &size, file);
    printf("%zd %zu\n", length, strlen(line));
    length = getline(&line, &size, file);
    printf("%zd %s\n", length, line);
    free(line);
    printf("%d\n", fgets(small, 1, file) == small);
    fclose(file);
    return 0;
}
