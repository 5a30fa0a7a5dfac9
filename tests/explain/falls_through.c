// The case for `-` lacks its `break` and falls through into the next one.
// $ whydunit explain -- ./falls_through
#include <stdio.h>
static int depth;
static int stack[8];
static void step(char c) {
    switch (c) {
    case '-':
        depth--;
        stack[depth - 1] -= stack[depth];
    case '!':
        depth--;
        stack[depth - 1] = !stack[depth];
        break;
    default:
        stack[depth++] = c - '0';
    }
}
int main(void) {
    for (const char *s = "75-4-"; *s; s++)
        step(*s);
    printf("%d\n", stack[0]);
    return 0;
}
