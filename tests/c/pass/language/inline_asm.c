// The inline assembly of real programs: barriers, double-word arithmetic, bit scans, rotations.
#include <stdint.h>
#include <stdio.h>

#define multiply(hi, lo, a, b) __asm__("mulq %3" : "=a"(lo), "=d"(hi) : "%0"(a), "rm"(b))
#define add2(sh, sl, ah, al, bh, bl) \
    __asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(sh), "=&r"(sl) : "0"((uint64_t)(ah)), "rme"((uint64_t)(bh)), \
            "%1"((uint64_t)(al)), "rme"((uint64_t)(bl)))
#define sub2(sh, sl, ah, al, bh, bl) \
    __asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(sh), "=&r"(sl) : "0"((uint64_t)(ah)), "rme"((uint64_t)(bh)), \
            "1"((uint64_t)(al)), "rme"((uint64_t)(bl)))

static int subtract(uint64_t *r, uint64_t *a, uint64_t *b) {
    uint64_t reg;
    __asm__ volatile("movq (%0), %3\n subq (%1), %3\n movq %3, (%2)\n"
                     "movq 1*8(%0), %3\n sbbq 1*8(%1), %3\n movq %3, 1*8(%2)\n sbbq %3, %3\n"
                     : "=r"(a), "=r"(b), "=r"(r), "=r"(reg) : "0"(a), "1"(b), "2"(r) : "memory");
    return (int)reg;
}

int main(void) {
    uint64_t h, l, n;
    multiply(h, l, 0xfedcba9876543210ul, 0x123456789abcdef1ul);
    printf("%lx %lx\n", h, l);
    add2(h, l, 5, ~0ul, 6, 2);
    printf("%lx %lx\n", h, l);
    sub2(h, l, 5, 1, 3, 2);
    printf("%lx %lx\n", h, l);
    __asm__("bsfq %1,%0" : "=r"(n) : "rm"((uint64_t)0x5000));
    printf("%lu\n", n);
    __asm__("bsrq %1,%0" : "=r"(n) : "rm"((uint64_t)0x5000));
    printf("%lu\n", n);
    unsigned m;
    __asm__("bsrl %1,%0" : "=r"(m) : "rm"(0x80));
    printf("%u\n", m);
    unsigned swapped = 0x12345678, turned = 0x80000001;
    __asm__("bswap %0" : "+r"(swapped));
    __asm__("roll %1,%0" : "+r"(turned) : "I"(5));
    printf("%x %x\n", swapped, turned);
    __asm__("rorl %%cl,%0" : "+r"(turned) : "c"(7));
    unsigned short small = 0x1234;
    __asm__("rorw $8,%w0" : "+r"(small));
    printf("%x %x\n", turned, small);
    int q = 3;
    const char *p = "x";
    double d = 1.5;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(q));
    __asm__("# forget where it points to" : "=r"(p) : "0"(p));
    __asm__ volatile("" : "+x"(d));
    __asm__ volatile("" : "+m"(q));
    __asm__ volatile("nop; pause");
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    printf("%d %c %g\n", q, *p, d);
    uint64_t a[2] = { 1, 5 }, b[2] = { 2, 5 }, z[2];
    int borrow = subtract(z, a, b);
    printf("%d %lx %lx\n", borrow, z[0], z[1]);
    unsigned x = 7;
    __asm__("lock; xaddl %0,%1" : "+r"(x), "+m"(q));
    printf("%u %d\n", x, q);
    return 0;
}
