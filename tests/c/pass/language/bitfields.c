// Bit-fields: signed and unsigned, across units, with zero width, as wide as their type.
#include <stdio.h>
#include <string.h>

struct small {
    unsigned a : 1;
    unsigned b : 3;
    int c : 4;
    unsigned d : 24;
};

struct across {
    unsigned a : 20;
    unsigned b : 20;
    unsigned c : 20;
    unsigned long d : 40;
    long e : 33;
};

struct split {
    unsigned char a : 3;
    unsigned char : 0;
    unsigned char b : 5;
    unsigned short c : 9;
    int : 5;
    int d : 17;
};

struct full {
    int whole : 32;
    long wide : 64;
    signed char byte : 8;
    long long most : 63;
};

static void dump(const char *name, const void *object, size_t size) {
    const unsigned char *bytes = object;
    printf("%s (%zu):", name, size);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
}

int main(void) {
    struct small s;
    memset(&s, 0, sizeof s);
    for (int i = -20; i <= 20; i += 5) {
        s.a = i;
        s.b = i;
        s.c = i;
        s.d = i;
        printf("%d: %u %u %d %u\n", i, s.a, s.b, s.c, s.d);
    }
    dump("small", &s, sizeof s);
    s.c = 7;
    s.c++;
    s.b--;
    s.b--;
    s.c += 3;
    printf("%d %u\n", s.c, s.b);

    struct across x;
    memset(&x, 0xff, sizeof x);
    x.a = 0x12345;
    x.b = 0xabcde;
    x.c ^= 0x0f0f0;
    x.d = 0x123456789aUL;
    x.e = -5;
    printf("%x %x %x %lx %ld\n", x.a, x.b, x.c, (unsigned long)x.d, (long)x.e);
    x.e *= -3;
    x.d >>= 4;
    printf("%lx %ld\n", (unsigned long)x.d, (long)x.e);
    dump("across", &x, sizeof x);

    struct split p;
    memset(&p, 0, sizeof p);
    volatile int nine = 9, many = 1000;
    p.a = nine;
    p.b = many / 30;
    p.c = many;
    p.d = -many * 66;
    printf("%d %d %d %d\n", p.a, p.b, p.c, p.d);
    dump("split", &p, sizeof p);

    struct full f;
    memset(&f, 0, sizeof f);
    f.whole = -1;
    f.wide = -2;
    f.byte = (signed char)200;
    f.most = -(1LL << 62);
    printf("%d %ld %d %lld\n", f.whole, (long)f.wide, f.byte, (long long)f.most);
    dump("full", &f, sizeof f);
    // Bit-fields narrower than int promote to int.
    printf("%d %d\n", s.b - 7 < 0, -1 < (int)s.d);
    return 0;
}
