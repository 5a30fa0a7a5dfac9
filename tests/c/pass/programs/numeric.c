// Doubles at work: Mandelbrot, FFT and back, Newton, Simpson, n bodies, linear congruential Monte Carlo.
#include <math.h>
#include <stdio.h>

enum { N = 64 };

static int mandelbrot(double cr, double ci) {
    double r = 0, i = 0;
    int n = 0;
    for (; n < 60 && r * r + i * i < 4; n++) {
        double t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
    }
    return n;
}

static void fft(double *re, double *im, int n, int sign) {
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double t = re[i];
            re[i] = re[j];
            re[j] = t;
            t = im[i];
            im[i] = im[j];
            im[j] = t;
        }
    }
    for (int length = 2; length <= n; length <<= 1) {
        double angle = sign * 2 * 3.14159265358979323846 / length, wr = cos(angle), wi = sin(angle);
        for (int i = 0; i < n; i += length) {
            double cr = 1, ci = 0;
            for (int k = 0; k < length / 2; k++) {
                int a = i + k, b = i + k + length / 2;
                double xr = re[b] * cr - im[b] * ci, xi = re[b] * ci + im[b] * cr;
                re[b] = re[a] - xr;
                im[b] = im[a] - xi;
                re[a] += xr;
                im[a] += xi;
                double t = cr * wr - ci * wi;
                ci = cr * wi + ci * wr;
                cr = t;
            }
        }
    }
}

static double simpson(double (*f)(double), double a, double b, int n) {
    double h = (b - a) / n, sum = f(a) + f(b);
    for (int i = 1; i < n; i++)
        sum += f(a + i * h) * (i % 2 ? 4 : 2);
    return sum * h / 3;
}

static double cubic(double x) { return x * x * x - 2 * x + 1; }

static double newton(double x) {
    for (int i = 0; i < 40; i++)
        x -= (x * x - 2) / (2 * x);
    return x;
}

struct body { double x, y, vx, vy, mass; };

static void simulate(struct body *b, int n, int steps) {
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (i == j)
                    continue;
                double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, d2 = dx * dx + dy * dy + 0.01, f = b[j].mass / (d2 * sqrt(d2));
                b[i].vx += dx * f * 0.01;
                b[i].vy += dy * f * 0.01;
            }
        for (int i = 0; i < n; i++) {
            b[i].x += b[i].vx * 0.01;
            b[i].y += b[i].vy * 0.01;
        }
    }
}

int main(void) {
    for (double y = -1.2; y <= 1.2; y += 0.15) {
        for (double x = -2; x <= 0.6; x += 0.05)
            putchar(" .:-=+*#%@"[mandelbrot(x, y) * 9 / 60]);
        putchar('\n');
    }
    double re[N], im[N];
    for (int i = 0; i < N; i++) {
        re[i] = sin(i * 0.7) + (i % 5) / 3.0;
        im[i] = 0;
    }
    fft(re, im, N, -1);
    for (int i = 0; i < 8; i++)
        printf("%.9f %.9f\n", re[i], im[i]);
    fft(re, im, N, 1);
    double error = 0;
    for (int i = 0; i < N; i++)
        error += fabs(re[i] / N - (sin(i * 0.7) + (i % 5) / 3.0));
    printf("error below 1e-12: %d\n", error < 1e-12);
    printf("%.15g %.15g %.15g\n", simpson(cubic, -1, 3, 100), simpson(sqrt, 0, 4, 1000), newton(1));
    struct body bodies[3] = {{0, 0, 0, 0, 100}, {5, 0, 0, 4, 1}, {0, 8, -3, 0, 2}};
    simulate(bodies, 3, 500);
    for (int i = 0; i < 3; i++)
        printf("%.10g %.10g %.10g %.10g\n", bodies[i].x, bodies[i].y, bodies[i].vx, bodies[i].vy);
    unsigned r = 1;
    int inside = 0;
    for (int i = 0; i < 20000; i++) {
        r = r * 1664525u + 1013904223u;
        double x = r / 4294967296.0;
        r = r * 1664525u + 1013904223u;
        double y = r / 4294967296.0;
        inside += x * x + y * y < 1;
    }
    printf("%.4f\n", 4.0 * inside / 20000);
    return 0;
}
