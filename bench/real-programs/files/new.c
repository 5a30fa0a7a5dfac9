#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (int i = 0; i <= 10; i++)
        printf("%d\n", i);
    puts("done");
    return EXIT_SUCCESS;
}
