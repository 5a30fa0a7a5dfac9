// A case that falls through into the next one.
// $ whydunit explain -e '8\n16\n15\n' -- ./missing_break
#include <stdio.h>
int main(void) {
    const char *program = "+*-";
    int value = 5;
    for (const char *p = program; *p; p++) {
        switch (*p) {
        case '+':
            value += 3;
            break;
        case '*':
            if (value > 100)
                value = 100;
            else
                value *= 2;
        case '-':
            value -= 1;
            break;
        }
        printf("%d\n", value);
    }
    return 0;
}
