// Reads a line like `key=123` of eight bytes with the functions of <string.h> and <stdlib.h>: which key, and is its
// number in range?
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[] = {"top", "left", "size"};

int main(void) {
    char line[9];
    if (fread(line, 1, 8, stdin) != 8)
        return 2;
    line[8] = 0;
    char *sign = strchr(line, '=');
    if (!sign)
        return 3;
    *sign = 0;
    char *key = line;
    while (isspace((unsigned char)*key))
        key++;
    for (unsigned k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        if (strcmp(key, keys[k]) != 0)
            continue;
        char *end;
        long number = strtol(sign + 1, &end, 10);
        if (*end || end == sign + 1)
            return 4;
        return number > 50 ? 5 : 10 + k;
    }
    return 6;
}
