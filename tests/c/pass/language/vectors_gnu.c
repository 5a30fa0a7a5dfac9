// GNU vectors: arithmetic per element, comparison, elements by index, shuffles, as arguments and results.
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef short v4hi __attribute__((vector_size(8)));

static void show(const char *name, v4si v) { printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]); }

static v4si scale(v4si v, int by) { return v * by; }
static v4sf mix(v4sf a, v4sf b) { return a * 0.5f + b; }

static int total(const int *list, int n) {
    v4si sum = {0, 0, 0, 0};
    for (int i = 0; i + 4 <= n; i += 4) {
        v4si part;
        memcpy(&part, list + i, sizeof part);
        sum += part;
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static v4si table[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

int main(void) {
    volatile int seed = 3;
    v4si a = {seed, -seed, 100, 7}, b = {2, 5, -8, 7};
    show("add", a + b);
    show("sub", a - b);
    show("mul", a * b);
    show("div", a / b);
    show("mod", a % b);
    show("and", a & b);
    show("or", a | b);
    show("xor", a ^ ~b);
    show("shl", a << 2);
    show("shr", a >> (v4si){1, 2, 3, 0});
    show("neg", -a);
    show("less", a < b);
    show("equal", a == b);
    show("scale", scale(a, 3));
    a[seed] = 99;
    a[0] += 5;
    show("set", a);
    show("shuffle", __builtin_shufflevector(a, b, 3, 2, 4, 5));
    v4sf f = mix((v4sf){1, 2, 3, 4}, (v4sf){0.5f, 0.25f, -1, 1e10f});
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    v2df d = {1.5, -2.25};
    d = d * d - (v2df){1, 1};
    printf("%g %g\n", d[0], d[1]);
    v16qi bytes;
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 17);
    bytes = bytes + bytes;
    unsigned sum = 0;
    for (int i = 0; i < 16; i++)
        sum = sum * 31 + bytes[i];
    printf("%u\n", sum);
    v4hi h = {1, -2, 130, 40};
    h = h * h;
    printf("%d %d %d %d %zu\n", h[0], h[1], h[2], h[3], sizeof h);
    int list[20];
    for (int i = 0; i < 20; i++)
        list[i] = i * i - 50;
    printf("%d\n", total(list, 20));
    table[0] += table[1];
    show("table", table[0]);
    v4si converted = __builtin_convertvector(f, v4si);
    printf("%d %d %d\n", converted[0], converted[1], converted[2]);
    v4si mask = a > b, choice = (a & mask) | (b & ~mask);
    show("choice", choice);
    return 0;
}
