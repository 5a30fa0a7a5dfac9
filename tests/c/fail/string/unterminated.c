#include <stdio.h>
#include <string.h>

int main(void)
{
    char letters[4];
    memcpy(letters, "abcd", 4);
    printf("%zu\n", strlen(letters));
    return 0;
}
