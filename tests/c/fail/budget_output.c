// Writes without end.
// options: --output-limit 10k
#include <stdio.h>

int main(void) {
    for (;;)
        puts("again and again");
}
