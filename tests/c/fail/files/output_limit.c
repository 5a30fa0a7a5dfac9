// options: --output-limit 1000
// A program that never stops writing.
#include <stdio.h>

int main(void)
{
    for (;;)
        puts("again and again");
}
