// Checks an expression of five bytes by recursive descent: digits, + - * /, parentheses.
#include <stdio.h>
#include <string.h>

static const char *p;
static int depth;

static int expression(void);

static int factor(void) {
    if (*p == '(') {
        p++;
        depth++;
        if (!expression() || *p != ')')
            return 0;
        p++;
        depth--;
        return 1;
    }
    if (*p == '-') {
        p++;
        return factor();
    }
    if (strchr("0123456789", *p) == NULL || *p == 0)
        return 0;
    p++;
    return 1;
}

static int term(void) {
    if (!factor())
        return 0;
    while (*p == '*' || *p == '/') {
        p++;
        if (!factor())
            return 0;
    }
    return 1;
}

static int expression(void) {
    if (!term())
        return 0;
    while (*p == '+' || *p == '-') {
        p++;
        if (!term())
            return 0;
    }
    return 1;
}

int main(void) {
    char text[6];
    if (fread(text, 1, 5, stdin) != 5)
        return 2;
    text[5] = 0;
    p = text;
    return expression() && *p == 0 ? 0 : 1;
}
