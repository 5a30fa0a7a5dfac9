// Vector types: arithmetic, comparison, elements, shuffles, conversion, vectors of bits.
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef _Bool bits __attribute__((ext_vector_type(8)));
typedef int v8 __attribute__((vector_size(32)));

static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static v4 combine(v4 a, v4 b) { return a + b * 2; }

int main(int argc, char **argv) {
    (void)argv;
    v4 v = combine((v4){ 1, 2, 3, 4 }, (v4){ 10, 20, 30, 40 });
    show(v); show(v / 3); show(v % 7); show(v << 2); show(-v); show(~v & 0xff); show(v > (v4){ 30, 30, 30, 100 });
    v[2] = 99;
    v[argc] = 77;
    printf("%d %d\n", v[argc + 1], v[argc]);
    v4f f = __builtin_convertvector(v, v4f) / 2;
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    show(__builtin_shufflevector(v, (v4){ 5, 6, 7, 8 }, 3, 2, 5, 0));
    show(__builtin_convertvector(f * 1.7f, v4));
    unsigned __int128 whole = (unsigned __int128)v;
    printf("%lx %lx\n", (unsigned long)whole, (unsigned long)(whole >> 64));
    v16 u = (v16)v;
    u = (u >> 1) + (unsigned char)3;
    for (int i = 0; i < 16; i++) printf("%d ", u[i]);
    printf("\n");
    v2d a = { 1.5, 2.5 }, b = { 2, -4 }, c = a * b - a / b;
    printf("%g %g\n", c[0], c[1]);
    bits m = { 1, 0, 1, 1, 0, 0, 1, 0 };
    bits n = ~m;
    unsigned char byte;
    memcpy(&byte, &m, 1);
    printf("%d %d %d\n", n[1], n[2], byte);
    v8 w = { 1, 2, 3, 4, 5, 6, 7, 8 };
    w *= w;
    w[argc] = 100;
    printf("%d %d %d\n", __builtin_reduce_add(w), __builtin_reduce_max(w), __builtin_reduce_xor(w));
    return 0;
}
