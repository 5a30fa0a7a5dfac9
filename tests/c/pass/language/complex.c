// _Complex: arithmetic, parts, comparison, passing and returning for all three float types.
#include <complex.h>
#include <stdio.h>

static void show(const char *name, double complex z) { printf("%s %g%+gi\n", name, creal(z), cimag(z)); }

static float complex scale(float complex z, float by) { return z * by; }
static double complex rotate(double complex z) { return z * I; }
static long double complex half(long double complex z) { return z / 2; }

static int escapes(double complex c) {
    double complex z = 0;
    for (int i = 0; i < 50; i++) {
        z = z * z + c;
        if (creal(z) * creal(z) + cimag(z) * cimag(z) > 4)
            return i;
    }
    return -1;
}

static double complex polynomial(const double complex *c, int n, double complex x) {
    double complex r = 0;
    for (int i = n - 1; i >= 0; i--)
        r = r * x + c[i];
    return r;
}

struct wave { double complex amplitude; float complex phase; int n; };
static struct wave shift(struct wave w) {
    w.amplitude += 1 + 2 * I;
    w.phase = conjf(w.phase);
    return w;
}

static double complex table[3] = {1.0, 2.0 * I, 3.0 - 4.0 * I};

int main(void) {
    volatile double re = 3, im = -4;
    double complex a = re + im * I, b = 1.5 - 0.5 * I;
    show("a+b", a + b);
    show("a-b", a - b);
    show("a*b", a * b);
    show("a/b", a / b);
    show("-a", -a);
    show("~a", conj(a));
    show("a+1", a + 1);
    show("2*a", 2 * a);
    show("a/2", a / 2);
    printf("%d %d %d\n", a == b, a != b, a == re + im * I);
    float complex f = scale(1 + 2 * I, 1.25f);
    show("f", f);
    show("i*a", rotate(a));
    long double complex l = half(a);
    printf("%Lg %Lg\n", creall(l), cimagl(l));
    __real__ a = 7;
    __imag__ a += 1;
    show("parts", a);
    printf("%zu %zu %zu\n", sizeof(float complex), sizeof(double complex), sizeof(long double complex));
    show("poly", polynomial(table, 3, 1 - I));
    struct wave w = shift((struct wave){1 + I, 2 - 3 * I, 5});
    show("amplitude", w.amplitude);
    show("phase", w.phase);
    printf("%d %d %d\n", escapes(0), escapes(1), escapes(-0.7 + 0.3 * I));
    for (double y = 1; y >= -1; y -= 0.25) {
        for (double x = -2; x <= 0.5; x += 0.0625)
            putchar(escapes(x + y * I) < 0 ? '#' : '.');
        putchar('\n');
    }
    double d = (double)(a * conj(a));
    int i = (int)a;
    _Bool truth = 0 + 1 * I;
    printf("%g %d %d\n", d, i, truth);
    return 0;
}
