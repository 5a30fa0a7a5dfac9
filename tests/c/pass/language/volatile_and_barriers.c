// volatile objects, and the inline assembly that real programs use as barriers or to hide values.
#include <stdint.h>
#include <stdio.h>

#define barrier() __asm__ __volatile__("" ::: "memory")
#define HIDE(x) __asm__("" : "+r"(x))

struct registers { volatile uint32_t control; volatile const uint32_t status; volatile uint8_t data[4]; };

static volatile int global = 5;
static volatile unsigned char bytes[8];
static char nothing[1];
static int volatile *volatile pointer = &global;

static int spin(volatile int *flag, int limit) {
    int n = 0;
    while (*flag == 0 && n < limit)
        n++;
    return n;
}

static uint64_t secret(uint64_t v) {
    HIDE(v);
    return v ^ 0x5555;
}

static int clobbers(int a) {
    int b = a * 2;
    __asm__ volatile("" : "=r"(a) : "0"(b));
    __asm__ volatile("" : : "r"(a), "r"(b) : "memory", "cc");
    return a + b;
}

int main(void) {
    global += 2;
    global++;
    printf("%d %d\n", global, *pointer);
    for (volatile int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(i * 40);
    unsigned sum = 0;
    for (int i = 7; i >= 0; i--)
        sum = sum * 2 + bytes[i];
    printf("%u\n", sum);
    struct registers device = {1, 2, {3, 4, 5, 6}};
    volatile struct registers *r = &device;
    r->control |= 0x80;
    barrier();
    r->data[1] ^= 0xff;
    printf("%x %x %x\n", r->control, r->status, r->data[1]);
    volatile int flag = 0;
    printf("%d ", spin(&flag, 1000));
    flag = 1;
    printf("%d\n", spin(&flag, 1000));
    volatile double d = 0.5;
    d *= d;
    volatile long double l = d;
    l += 1;
    printf("%g %Lg\n", d, l);
    printf("%lx %d\n", (unsigned long)secret(0x1234), clobbers(21));
    void *p = nothing;
    __asm__("" : "=r"(p) : "0"(p));
    printf("%d\n", p == nothing);
    const volatile int fixed = 3;
    printf("%d\n", fixed + fixed);
    __asm__ volatile("nop");
    barrier();
    volatile struct { int a; short b[2]; } whole = {1, {2, 3}}, copy;
    copy = whole;
    printf("%d %d %d\n", copy.a, copy.b[0], copy.b[1]);
    return 0;
}
