// A length that became negative is a huge size.
#include <string.h>

static void clear_tail(char *buffer, int size, int used) { memset(buffer + used, 0, size - used); }

int main(void) {
    char buffer[16];
    clear_tail(buffer, 16, 10);
    clear_tail(buffer, 10, 12);
    return 0;
}
