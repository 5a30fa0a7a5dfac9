// Uses a variable that only assembly defines.
#include <stdio.h>

__asm__(".data\n.globl level\nlevel: .long 3\n.text\n");
extern int level;

int main(void) {
    printf("at %d\n", &level != 0);
    return level;
}
