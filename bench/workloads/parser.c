/* A recursive descent parser and evaluator of generated expressions. The arguments are their number and
 * a seed (optional). */
#include <stdio.h>
#include <stdlib.h>

static char text[4096];
static int length;
static const char *at;
static unsigned seed = 99;

static unsigned next(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static void write_expression(int depth) {
    if (length > 3900 || depth == 0 || next() % 4 == 0) {
        int n = next() % 1000;
        if (n >= 100) text[length++] = '0' + n / 100;
        if (n >= 10) text[length++] = '0' + n / 10 % 10;
        text[length++] = '0' + n % 10;
        return;
    }
    text[length++] = '(';
    write_expression(depth - 1);
    text[length++] = "+-*/"[next() % 4];
    write_expression(depth - 1);
    text[length++] = ')';
}

static long expression(void);

static long primary(void) {
    if (*at == '(') {
        at++;
        long value = expression();
        if (*at == ')') at++;
        return value;
    }
    long value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
    return value;
}

static long term(void) {
    long value = primary();
    while (*at == '*' || *at == '/') {
        char op = *at++;
        long right = primary();
        if (op == '*') value = (value * right) % 1000003;
        else value = right ? value / right : 0;
    }
    return value;
}

static long expression(void) {
    long value = term();
    while (*at == '+' || *at == '-') {
        char op = *at++;
        long right = term();
        value = op == '+' ? value + right : value - right;
    }
    return value;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100;
    if (argc > 2) seed = atoi(argv[2]);
    long total = 0, last = 0;
    for (int i = 0; i < count; i++) {
        length = 0;
        write_expression(7);
        text[length] = 0;
        at = text;
        last = expression();
        total ^= last;
    }
    printf("%ld %ld\n", total, last);
    return 0;
}
