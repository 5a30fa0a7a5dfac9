// Uninitialised bytes may go to a file, not to standard output.
#include <stdio.h>

struct padded {
    char letter;
    int number;
};

static FILE *file;

int main(void) {
    struct padded record;
    record.letter = 'x';
    record.number = 7;
    file = fopen("/dev/null", "wb");
    fwrite(&record, sizeof record, 1, file);
    fclose(file);
    fwrite(&record, sizeof record, 1, stdout);
    return 0;
}
