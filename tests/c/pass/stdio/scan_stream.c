// scanf from standard input: the characters that it takes and those that it leaves.
// stdin: 12 abc\n3.5xyz\n\n  last word\nrest of line\n7
#include <stdio.h>

int main(void) {
    int number = 0;
    char word[32];
    double real = 0;
    printf("%d ", scanf("%d %31s", &number, word));
    printf("%d %s\n", number, word);
    printf("%d ", scanf("%lf", &real));
    printf("%g next '%c'\n", real, getchar());
    printf("%d ", scanf("%31[a-z]", word));
    printf("%s\n", word);
    printf("%d '%c'\n", scanf("%d", &number), getchar());
    printf("%d ", scanf("%31s", word));
    printf("%s\n", word);
    char line[64];
    printf("%s", fgets(line, sizeof line, stdin));
    printf("%d ", scanf("%[^\n]", line));
    printf("%s\n", line);
    printf("%d ", scanf("%d", &number));
    printf("%d eof %d\n", number, feof(stdin) != 0);
    printf("%d\n", scanf("%d", &number));
    printf("%d eof %d error %d\n", scanf("%s", word), feof(stdin) != 0, ferror(stdin) != 0);
    return 0;
}
