/* Fills 80 MB and then writes to scattered places: a hard case for snapshots. */
#include <stdlib.h>

enum { SIZE = 80 << 20 };

int main(void) {
    unsigned char *block = malloc(SIZE);
    for (long i = 0; i < SIZE; i += 64)
        block[i] = (unsigned char)i;
    unsigned at = 1;
    for (long i = 0; i < 3000000; i++) {
        at = at * 1664525u + 1013904223u;
        block[at % SIZE] = (unsigned char)i;
    }
    return block[12345];
}
