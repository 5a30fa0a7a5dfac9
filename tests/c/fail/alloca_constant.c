// Writes past the end of memory from alloca.
#include <alloca.h>
#include <string.h>

int main(void) {
    char *text = alloca(10);
    memset(text, 0, 10);
    text[10] = 1;
    return text[0];
}
