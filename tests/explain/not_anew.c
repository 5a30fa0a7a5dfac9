// A counter that outlives the call begins where the last one ended.
// $ whydunit explain -e 'ab\ncd\n' -- ./not_anew
#include <stdio.h>
static const char *letters(const char *text) {
    static char kept[16];
    static int n;
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            kept[n++] = *text;
    kept[n] = 0;
    return kept;
}
int main(void) {
    puts(letters("a1b"));
    puts(letters("c2d"));
    return 0;
}
