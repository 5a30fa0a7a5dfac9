// Variable length arrays: one and two dimensions, in loops, as parameters, sizeof, with goto and break.
#include <stdio.h>
#include <string.h>

static int sum(int n, const int list[n]) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += list[i] * (i + 1);
    return total;
}

static void multiply(int n, int m, int k, double a[n][m], double b[m][k], double out[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            out[i][j] = 0;
            for (int l = 0; l < m; l++)
                out[i][j] += a[i][l] * b[l][j];
        }
}

static size_t bytes(int n, int m) {
    short grid[n][m][3];
    memset(grid, 0, sizeof grid);
    grid[n - 1][m - 1][2] = 7;
    return sizeof grid + sizeof grid[0] + sizeof grid[0][0] + (size_t)grid[n - 1][m - 1][2];
}

static long recursive(int n) {
    if (n == 0)
        return 0;
    long local[n];
    for (int i = 0; i < n; i++)
        local[i] = i + n;
    long below = recursive(n - 1);
    for (int i = 0; i < n; i++)
        below += local[i];
    return below;
}

static int nested_scopes(int n) {
    int total = 0;
    for (int round = 0; round < 200; round++) {
        int a[round % 7 + 1];
        a[0] = round;
        {
            char b[n + round];
            b[n + round - 1] = (char)round;
            total += b[n + round - 1];
            if (round % 5 == 0)
                continue;
        }
        if (round == 150)
            break;
        total += a[0];
    }
    return total;
}

static int jump_back(void) {
    int n = 1, total = 0;
again:;
    int list[n * 1000];
    list[n * 1000 - 1] = n;
    total += list[n * 1000 - 1];
    if (n++ < 60)
        goto again;
    return total;
}

int main(void) {
    for (int n = 1; n < 40; n += 9) {
        int list[n];
        for (int i = 0; i < n; i++)
            list[i] = i ^ n;
        printf("%d %zu %d\n", n, sizeof list, sum(n, list));
    }
    int n = 3, m = 4, k = 2;
    double a[n][m], b[m][k], c[n][k];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i + j / 10.0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < k; j++)
            b[i][j] = i * j + 1;
    multiply(n, m, k, a, b, c);
    for (int i = 0; i < n; i++)
        printf("%g %g\n", c[i][0], c[i][1]);
    printf("%zu %zu\n", bytes(2, 5), bytes(11, 1));
    printf("%ld %d %d\n", recursive(50), nested_scopes(10), jump_back());
    int(*pointer)[m] = (int(*)[m])(int[12]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    n = 100;
    m = 200;
    printf("%d %zu %zu %zu\n", pointer[2][1], sizeof a, sizeof *pointer, sizeof(int[n][m]));
    typedef char line[n];
    n = 5;
    line text;
    snprintf(text, sizeof text, "size %zu", sizeof(line));
    puts(text);
    return 0;
}
