// Old style: the same variable defined without a value in several files (-fcommon).
// flags: -fcommon
// with: parts/common_symbols_other.c
#include <stdio.h>

int common;
char buffer[10];
int with_value = 5;
double alone;

void touch(void);
int size_there(void);

int main(void) {
    common = 1;
    touch();
    printf("%d %s %d %g\n", common, buffer, with_value, alone);
    buffer[0] = 'B';
    touch();
    printf("%d %s %d %d\n", common, buffer, with_value, size_there() >= 10);
    return 0;
}
