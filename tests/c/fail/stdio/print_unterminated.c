// A string without its end.
#include <stdio.h>

int main(void) {
    char word[4] = {'w', 'o', 'r', 'd'};
    printf("%.4s\n", word);
    printf("%s\n", word);
    return 0;
}
