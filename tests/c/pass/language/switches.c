// Switches: ranges, negative and large cases, falling through, no default, Duff's device.
#include <stdio.h>

static int on_int(int x) {
    switch (x) { case 1: case 2: return 5; case 10 ... 20: return 6; case -1: return 7; default: return 8; }
}
static int on_long(unsigned long x) {
    switch (x) { case ~0ul: return 1; case 1ul << 40: return 2; case 5: return 3; }
    return 4;
}
static int on_char(signed char c) {
    switch (c) { case -128: return 1; case 'a': return 2; case -1: return 3; }
    return 4;
}
static int on_bool(_Bool b) {
    switch (b) { case 0: return 5; case 1: return 6; }
    return 7;
}
static int fall_through(int x) {
    int r = 0;
    switch (x) { default: r += 1; case 3: r += 10; break; case 4: r += 100; case 5: r += 1000; }
    return r;
}
static char duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
    return to[-1];
}

int main(void) {
    for (int i = -2; i < 22; i += 3) printf("%d ", on_int(i));
    printf("%d %d %d %d\n", on_long(-1), on_long(1ul << 40), on_long(5), on_long(6));
    printf("%d %d %d %d %d %d\n", on_char(-128), on_char('a'), on_char(-1), on_char(0), on_bool(0), on_bool(7));
    for (int i = 2; i < 7; i++) printf("%d ", fall_through(i));
    char from[40], to[40];
    for (int i = 0; i < 40; i++) from[i] = i;
    printf("%d %d\n", duff(to, from, 29), duff(to, from, 32));
    switch (3) { int hidden; case 3: hidden = 4; printf("%d\n", hidden); }
    return 0;
}
