// unreachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    float a = in[0], b = in[1];
    assert((a + b) * 0.5f <= 255.0f);
    return 0;
}
