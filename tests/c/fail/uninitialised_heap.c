// malloc does not clear.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *count = malloc(26 * sizeof *count);
    for (const char *p = "banana"; *p; p++)
        count[*p - 'a']++;
    for (int i = 0; i < 26; i++)
        if (count[i] > 0)
            printf("%c %d\n", 'a' + i, count[i]);
    free(count);
    return 0;
}
