// An array that is larger than the stack.
#include <string.h>

int main(void) {
    char pixels[4096][4096][8];
    memset(pixels, 0, sizeof pixels);
    return pixels[5][5][0];
}
