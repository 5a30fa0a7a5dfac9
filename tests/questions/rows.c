// Arrays of variable length; addresses of variables, which need no read.
// $ whydunit trace why rows.c:22 -- ./rows
// $ whydunit trace why rows.c:23 -- ./rows
// $ whydunit trace why rows.c:24 -- ./rows
// $ whydunit trace why rows.c:13#3 -- ./rows
// $ whydunit trace why rows.c:26 -- ./rows
// $ whydunit trace why rows.c:28 -- ./rows
// $ whydunit trace history 'm[1][1]@rows.c:26' -- ./rows; test $? = 2
#include <stdio.h>
static void fill(int rows, int columns, double m[rows][columns]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            m[i][j] = i + j + 0.5;
}
int main(void) {
    int r = 2, c = 2, k = 5;
    int *p = &k, *q = &r;
    double m[r][c];
    float f[r][c];
    int cube[r][c][3];
    fill(r, c, m);
    m[1][1] = 9.5;
    f[0][1] = m[1][0];
    cube[1][0][2] = 7;
    q = &k;
    printf("%g %g %d\n", m[1][1], f[0][1], cube[1][0][2]);
    *p = 6;
    return *q - k;
}
