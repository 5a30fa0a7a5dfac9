// reachable over 5 bytes
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char text[6], *at;
static int sum(void);

static int atom(void) {
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at == ')')
            at++;
        return value;
    }
    return isdigit((unsigned char)*at) ? *at++ - '0' : 0;
}

static int sum(void) {
    int value = atom();
    while (*at == '+') {
        at++;
        value += atom();
    }
    return value;
}

int main(void) {
    static unsigned char in[5];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    memcpy(text, in, 5);
    at = text;
    assert(sum() != 12 || *at);
    return 0;
}
