// Matrices: multiplication, transposition, determinant, inverse, power, Gauss with pivoting.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 6 };
typedef double matrix[N][N];

static void multiply(const double a[N][N], const double b[N][N], matrix out) {
    matrix r;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            r[i][j] = sum;
        }
    memcpy(out, r, sizeof r);
}

static double invert(const double in[N][N], matrix out) {
    matrix a;
    double determinant = 1;
    memcpy(a, in, sizeof a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            out[i][j] = i == j;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c]))
                pivot = r;
        if (a[pivot][c] == 0)
            return 0;
        if (pivot != c) {
            determinant = -determinant;
            for (int k = 0; k < N; k++) {
                double t = a[c][k];
                a[c][k] = a[pivot][k];
                a[pivot][k] = t;
                t = out[c][k];
                out[c][k] = out[pivot][k];
                out[pivot][k] = t;
            }
        }
        double p = a[c][c];
        determinant *= p;
        for (int k = 0; k < N; k++) {
            a[c][k] /= p;
            out[c][k] /= p;
        }
        for (int r = 0; r < N; r++) {
            double f = a[r][c];
            if (r == c || f == 0)
                continue;
            for (int k = 0; k < N; k++) {
                a[r][k] -= f * a[c][k];
                out[r][k] -= f * out[c][k];
            }
        }
    }
    return determinant;
}

static void show(const char *name, const double a[N][N]) {
    printf("%s\n", name);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%10.4f", a[i][j]);
        printf("\n");
    }
}

static unsigned long fibonacci(unsigned n) {
    unsigned long m[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}};
    for (; n; n >>= 1) {
        unsigned long t[2][2];
        if (n & 1) {
            for (int i = 0; i < 4; i++)
                t[i / 2][i % 2] = r[i / 2][0] * m[0][i % 2] + r[i / 2][1] * m[1][i % 2];
            memcpy(r, t, sizeof r);
        }
        for (int i = 0; i < 4; i++)
            t[i / 2][i % 2] = m[i / 2][0] * m[0][i % 2] + m[i / 2][1] * m[1][i % 2];
        memcpy(m, t, sizeof m);
    }
    return r[0][1];
}

int main(void) {
    matrix a, b, c;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3 + 1) % 11 - (i == j) * 6;
    show("a", a);
    printf("determinant %.6f\n", invert(a, b));
    show("inverse", b);
    multiply(a, b, c);
    double error = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            error += fabs(c[i][j] - (i == j));
    printf("error below 1e-12: %d\n", error < 1e-12);
    multiply(a, a, c);
    multiply(c, a, c);
    show("cube", c);
    memset(a[2], 0, sizeof a[2]);
    printf("singular %g\n", invert(a, b));
    printf("%lu %lu\n", fibonacci(50), fibonacci(90));
    return 0;
}
