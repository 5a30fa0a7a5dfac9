// Labels as values: a bytecode interpreter with a table of labels, offsets between labels, static tables.
#include <stdio.h>

enum { PUSH, ADD, MUL, OVER, SWAP, DEC, JNZ, PRINT, HALT };

static int interpret(const signed char *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&over, &&swap, &&dec, &&jnz, &&print, &&halt};
    long stack[16];
    int top = 0, executed = 0;
    const signed char *pc = code;
#define NEXT                  \
    do {                      \
        executed++;           \
        goto *labels[*pc++];  \
    } while (0)
    NEXT;
push:
    stack[top++] = *pc++;
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
over:
    stack[top] = stack[top - 2];
    top++;
    NEXT;
swap: {
    long t = stack[top - 1];
    stack[top - 1] = stack[top - 2];
    stack[top - 2] = t;
    NEXT;
}
dec:
    stack[top - 1]--;
    NEXT;
jnz: {
    int offset = *pc++;
    if (stack[top - 1] != 0)
        pc += offset;
    NEXT;
}
print:
    printf("%ld\n", stack[--top]);
    NEXT;
halt:
    return executed;
}

static int relative(int which) {
    static const int offsets[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + offsets[which]);
a:
    return 'a';
b:
    return 'b';
c:
    return 'c';
}

static int collatz(unsigned n) {
    void *next[2] = {&&even, &&odd};
    int steps = 0;
loop:
    if (n == 1)
        return steps;
    steps++;
    goto *next[n & 1];
even:
    n /= 2;
    goto loop;
odd:
    n = 3 * n + 1;
    goto loop;
}

static int resume(int *state) {
    static void *points[] = {&&start, &&first, &&second};
    goto *points[*state];
start:
    *state = 1;
    return 10;
first:
    *state = 2;
    return 20;
second:
    *state = 0;
    return 30;
}

int main(void) {
    // factorial: acc n -> loop { acc *= n; n-- }
    static const signed char factorial[] = {PUSH, 1, PUSH, 12, SWAP, OVER, MUL, SWAP, DEC, JNZ, -7, PRINT, PRINT, HALT};
    static const signed char arithmetic[] = {PUSH, 6, PUSH, 7, MUL, PRINT, PUSH, -100, PUSH, -50, ADD, PRINT, HALT};
    printf("%d\n", interpret(factorial));
    printf("%d\n", interpret(arithmetic));
    printf("%c%c%c\n", relative(0), relative(1), relative(2));
    printf("%d %d %d\n", collatz(1), collatz(27), collatz(97));
    int state = 0;
    for (int i = 0; i < 7; i++)
        printf("%d ", resume(&state));
    printf("\n");
    return 0;
}
