// reachable over 4 bytes
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    static unsigned char in[4];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    char a[5], b[8] = "ab";
    for (int i = 0; i < 4; i++)
        a[i] = (char)toupper(in[i]);
    a[4] = 0;
    strncpy(b + 2, a, 4);
    b[6] = 0;
    assert(strcasecmp(b, "abWXYZ") != 0 || in[1] != 'x');
    return 0;
}
