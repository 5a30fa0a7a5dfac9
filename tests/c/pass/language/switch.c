// switch: dense, sparse, ranges, fall through, default in the middle, long long, char, nested, Duff.
#include <limits.h>
#include <stdio.h>

static int dense(int n) {
    switch (n) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    case 4: return 14;
    case 5: return 15;
    case 6: return 16;
    }
    return -1;
}

static const char *sparse(int n) {
    switch (n) {
    case INT_MIN: return "min";
    case -1000000: return "minus a million";
    case -1: return "minus one";
    default: return "other";
    case 7: return "seven";
    case 1 << 20: return "2^20";
    case INT_MAX: return "max";
    }
}

static char grade(int points) {
    switch (points) {
    case 90 ... 100: return 'A';
    case 75 ... 89: return 'B';
    case 50 ... 74: return 'C';
    case -1: case 0 ... 49: return 'F';
    default: return '?';
    }
}

static int wide(long long n) {
    switch (n) {
    case 0x100000000LL: return 1;
    case -0x100000000LL: return 2;
    case LLONG_MAX: return 3;
    case LLONG_MIN: return 4;
    case 0: return 5;
    default: return 0;
    }
}

static int on_char(char c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    case '\xff': return 2;
    case -128: return 3;
    default: return 0;
    }
}

static int on_unsigned(unsigned char c) {
    switch (c) {
    case 255: return 1;
    case 128: return 2;
    default: return 0;
    }
}

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 3: r += 1; /* fall through */
    default: r += 10; /* fall through */
    case 1: r += 100; break;
    case 2: r += 1000;
    }
    return r;
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++; /* fall through */
    case 3:      *to++ = *from++; /* fall through */
    case 2:      *to++ = *from++; /* fall through */
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int nested(int a, int b) {
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        for (;;) {
            switch (b) {
            case 0: return 20;
            case 5: b = 0; continue;
            default: b--; break;
            }
            if (b < -3)
                break;
        }
        return 29;
    }
    return 0;
}

int main(void) {
    for (int i = -2; i < 9; i++)
        printf("%d ", dense(i));
    int samples[] = {INT_MIN, -1000000, -1, 0, 7, 1 << 20, INT_MAX, 8};
    for (int i = 0; i < 8; i++)
        printf("%s, ", sparse(samples[i]));
    printf("\n");
    for (int i = -2; i <= 101; i += 4)
        printf("%c", grade(i));
    printf("%c\n", grade(100));
    long long wides[] = {0x100000000LL, -0x100000000LL, LLONG_MAX, LLONG_MIN, 0, 1, -1};
    for (int i = 0; i < 7; i++)
        printf("%d", wide(wides[i]));
    for (int i = 0; i < 256; i += 1)
        if (on_char((char)i) || on_unsigned((unsigned char)i))
            printf(" %d:%d:%d", i, on_char((char)i), on_unsigned((unsigned char)i));
    printf("\n%d %d %d %d\n", fall(1), fall(2), fall(3), fall(4));
    for (int n = 1; n < 12; n++) {
        char out[16] = {0};
        duff(out, "abcdefghijklmno", n);
        printf("%s ", out);
    }
    printf("\n");
    for (int a = 0; a < 3; a++)
        for (int b = -1; b < 7; b++)
            printf("%d ", nested(a, b));
    printf("\n");
    return 0;
}
