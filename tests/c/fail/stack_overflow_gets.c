// A line longer than the buffer.
// stdin: this line is far too long for sixteen bytes\n
#include <stdio.h>

int main(void) {
    char line[16];
    if (scanf("%[^\n]", line) == 1)
        printf("%s\n", line);
    return 0;
}
