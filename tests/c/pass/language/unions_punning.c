// Type punning through unions and memcpy: representations of floats, ints and pointers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number {
    double d;
    float f[2];
    uint64_t u;
    int32_t i[2];
    uint8_t b[8];
};

union tagged {
    int kind;
    struct { int kind; int value; } integer;
    struct { int kind; double value; } real;
    struct { int kind; char value[12]; } text;
};

union extended {
    long double value;
    struct { uint64_t mantissa; uint16_t exponent; } part;
};

static void show(union tagged t) {
    switch (t.kind) {
    case 0: printf("integer %d\n", t.integer.value); break;
    case 1: printf("real %g\n", t.real.value); break;
    case 2: printf("text %s\n", t.text.value); break;
    }
}

static float fast_inverse_root(float x) {
    int32_t i;
    float y, half = x * 0.5f;
    memcpy(&i, &x, 4);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, 4);
    return y * (1.5f - half * y * y);
}

int main(void) {
    double samples[] = {0.0, -0.0, 1.0, -2.5, 1e308, 4.9e-324, 3.141592653589793, 1.0 / 3};
    for (int i = 0; i < 8; i++) {
        union number n = {.d = samples[i]};
        printf("%016llx %d %d", (unsigned long long)n.u, n.i[0], n.i[1]);
        for (int k = 7; k >= 0; k--)
            printf(" %02x", n.b[k]);
        n.i[1] ^= INT32_MIN;
        printf(" %g %g\n", n.d, n.f[1]);
    }
    show((union tagged){.integer = {0, 42}});
    show((union tagged){.real = {1, 2.5}});
    show((union tagged){.text = {2, "hello"}});
    union extended e = {.value = 1.0L};
    printf("%llx %x\n", (unsigned long long)e.part.mantissa, e.part.exponent);
    e.part.exponent += 3;
    e.part.mantissa |= 1ULL << 61;
    printf("%Lg\n", e.value);
    for (float x = 0.25f; x < 300; x *= 5)
        printf("%.6f ", fast_inverse_root(x));
    printf("\n");
    uint32_t word = 0x01020304;
    uint8_t *bytes = (uint8_t *)&word;
    bytes[0] = 0xff;
    printf("%08x %d\n", word, bytes[3]);
    uint64_t eight;
    memcpy(&eight, "ABCDEFGH", 8);
    printf("%llx\n", (unsigned long long)eight);
    // A pointer written bytewise is a pointer again.
    int target = 5, *original = &target, *rebuilt;
    unsigned char raw[sizeof original];
    memcpy(raw, &original, sizeof raw);
    for (size_t i = 0; i < sizeof raw; i++)
        ((unsigned char *)&rebuilt)[i] = raw[i];
    *rebuilt = 6;
    printf("%d %d\n", target, rebuilt == original);
    uintptr_t address = (uintptr_t)original;
    printf("%d %d\n", *(int *)(address ^ 0xff ^ 0xff), (int)(address % sizeof(int)));
    return 0;
}
