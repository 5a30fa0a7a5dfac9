// _Bool: conversion to it is a test, not a truncation; it is stored as one byte.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct flags {
    bool a;
    int n;
    bool b : 1;
    bool c : 1;
    bool d[3];
};

static bool is_even(int n) { return !(n & 1); }
static bool from_pointer(const void *p) { return p; }
static int count(bool a, bool b, bool c) { return a + b + c; }

int main(void) {
    volatile int values[] = {0, 1, 2, -1, 256, 65536, 0x40000000};
    for (int i = 0; i < 7; i++) {
        bool b = values[i];
        bool n = !values[i];
        bool nn = !!values[i];
        printf("%d -> %d %d %d even %d\n", values[i], b, n, nn, is_even(values[i]));
    }
    volatile double doubles[] = {0.0, -0.0, 0.25, -3.0, 1e-300, 1.0 / 0.0};
    for (int i = 0; i < 6; i++)
        printf("%g -> %d\n", doubles[i], (bool)doubles[i]);
    volatile float half = 0.5f;
    volatile long double tiny = 1e-4000L;
    printf("%d %d\n", (bool)half, (bool)tiny);
    int object;
    printf("%d %d\n", from_pointer(&object), from_pointer(NULL));
    struct flags f = {.a = 5, .n = -1, .b = 2, .c = 0, .d = {3, 0, 7}};
    printf("%d %d %d %d %d%d%d\n", f.a, f.n, f.b, f.c, f.d[0], f.d[1], f.d[2]);
    f.c = f.b && !f.a;
    f.b = !f.b;
    printf("%d %d\n", f.b, f.c);
    unsigned char raw[sizeof(bool)];
    bool t = values[2];
    memcpy(raw, &t, sizeof raw);
    printf("%zu %d\n", sizeof(bool), raw[0]);
    t++;
    printf("%d\n", t);
    t -= 1;
    printf("%d\n", t);
    t |= values[4];
    printf("%d %d\n", t, count(4, values[0], values[5]));
    bool *p = &t;
    *p = *p ^ true;
    printf("%d %d\n", t, (int)(values[1] == values[2]) + (values[0] != values[1]));
    return 0;
}
