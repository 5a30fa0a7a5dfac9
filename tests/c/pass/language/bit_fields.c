// Bit-fields of every width and sign, across bytes and words, in long packed rows.
#include <stdio.h>
#include <string.h>

struct plain { unsigned a : 3; int b : 5; unsigned long c : 40; unsigned d : 1; _Bool e : 1; };
struct gaps { unsigned a : 1, b : 31; long c : 33; int : 0; int d : 2; };
#pragma pack(1)
struct row { signed a : 31; unsigned b : 31; signed c : 31; unsigned d : 31; signed e : 31; unsigned f : 5; };
struct longer { unsigned long a : 63, b : 63, c : 63, d : 63; };

static void bytes(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

int main(void) {
    struct plain p;
    memset(&p, 0, sizeof p);
    p.a = 9; p.b = -7; p.c = 0x123456789abcul; p.d = 3; p.e = 4;
    printf("%u %d %lx %u %d\n", p.a, p.b, (unsigned long)p.c, p.d, p.e);
    p.b += 20; p.a--; p.c <<= 4;
    printf("%u %d %lx\n", p.a, p.b, (unsigned long)p.c);
    struct gaps g;
    memset(&g, 0, sizeof g);
    g.a = 1; g.b = 0x7fffffff; g.c = -1; g.d = 1;
    g.b++; g.c--; g.d++;
    printf("%u %u %ld %d\n", g.a, g.b, (long)g.c, g.d);
    struct row r = { -5, 6, -700000000, 0x7ffffff0, 12345, 21 }, copy = r;
    r.c += 1; r.e = -r.e; r.d ^= 0x55; r.f *= 3;
    printf("%d %u %d %u %d %u\n", r.a, r.b, r.c, r.d, r.e, r.f);
    bytes(&r, sizeof r); bytes(&copy, sizeof copy);
    struct longer l = { 1, 2, 3, 1ul << 62 };
    l.b = l.d >> 3; l.c -= 5; l.a |= l.c;
    printf("%lx %lx %lx %lx\n", (unsigned long)l.a, (unsigned long)l.b, (unsigned long)l.c, (unsigned long)l.d);
    bytes(&l, sizeof l);
    return 0;
}
