// The inline assembly of real programs: wide multiplication, carries, bit scans (coreutils' factor).
#include <stdint.h>
#include <stdio.h>

#define umul_ppmm(high, low, a, b) __asm__("mulq %3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b))
#define add_ssaaaa(sh, sl, ah, al, bh, bl)             \
    __asm__("addq %5,%q1\n\tadcq %3,%q0"               \
            : "=r"(sh), "=&r"(sl)                      \
            : "0"((uint64_t)(ah)), "rme"((uint64_t)(bh)), "%1"((uint64_t)(al)), "rme"((uint64_t)(bl)))
#define sub_ddmmss(sh, sl, ah, al, bh, bl)             \
    __asm__("subq %5,%q1\n\tsbbq %3,%q0"               \
            : "=r"(sh), "=&r"(sl)                      \
            : "0"((uint64_t)(ah)), "rme"((uint64_t)(bh)), "1"((uint64_t)(al)), "rme"((uint64_t)(bl)))

static int leading(uint64_t x) {
    uint64_t r;
    __asm__("bsrq %1,%0" : "=r"(r) : "rm"(x));
    return (int)(r ^ 63);
}

static int trailing(uint64_t x) {
    uint64_t r;
    __asm__("bsfq %1,%0" : "=r"(r) : "rm"(x));
    return (int)r;
}

static uint64_t hidden(uint64_t x) {
    __asm__ volatile("" : "+r"(x) : : "memory");
    return x;
}

int main(void) {
    uint64_t samples[] = {1, 2, 0x80, 0xffffffff, 0x123456789abcdef0, 0x8000000000000000, ~0ULL};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            uint64_t a = samples[i], b = samples[j], high, low;
            umul_ppmm(high, low, a, b);
            printf("%016lx%016lx ", (unsigned long)high, (unsigned long)low);
            add_ssaaaa(high, low, a, b, b, a);
            printf("%016lx%016lx ", (unsigned long)high, (unsigned long)low);
            sub_ddmmss(high, low, a, b, b, a);
            printf("%016lx%016lx %d %d %lu\n", (unsigned long)high, (unsigned long)low, leading(a), trailing(b),
                   (unsigned long)hidden(a));
        }
    return 0;
}
