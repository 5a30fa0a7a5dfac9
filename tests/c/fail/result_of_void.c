// Takes the result of a function that has none.
// with: parts/log.c
#include <stdio.h>

int log_line();

int main(void) {
    if (log_line("start") < 0)
        return 1;
    return 0;
}
