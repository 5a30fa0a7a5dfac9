// reachable over 2 bytes
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int total(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count--)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    assert(total(2, in[0], in[1]) != 333);
    return 0;
}
