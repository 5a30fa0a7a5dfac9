// Backtracking: n queens (bits), sudoku, knight's tour, subset sums, permutations in order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int queens(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all)
        return 1;
    int count = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

static char board[9][10];
static int tries;

static int allowed(int row, int column, char digit) {
    for (int i = 0; i < 9; i++)
        if (board[row][i] == digit || board[i][column] == digit || board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit)
            return 0;
    return 1;
}

static int sudoku(int at) {
    while (at < 81 && board[at / 9][at % 9] != '.')
        at++;
    if (at == 81)
        return 1;
    char *cell = &board[at / 9][at % 9];
    for (char d = '1'; d <= '9'; d++)
        if (allowed(at / 9, at % 9, d)) {
            tries++;
            *cell = d;
            if (sudoku(at + 1))
                return 1;
            *cell = '.';
        }
    return 0;
}

static int tour[6][6];
static const int moves[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static int exits(int x, int y) {
    int n = 0;
    for (int m = 0; m < 8; m++) {
        int a = x + moves[m][0], b = y + moves[m][1];
        n += a >= 0 && a < 6 && b >= 0 && b < 6 && !tour[a][b];
    }
    return n;
}

static int knight(int x, int y, int step) {
    tour[x][y] = step;
    if (step == 36)
        return 1;
    for (int wanted = 0; wanted < 8; wanted++)
        for (int m = 0; m < 8; m++) {
            int a = x + moves[m][0], b = y + moves[m][1];
            if (a >= 0 && a < 6 && b >= 0 && b < 6 && !tour[a][b] && exits(a, b) == wanted && knight(a, b, step + 1))
                return 1;
        }
    tour[x][y] = 0;
    return 0;
}

static int next_permutation(int *v, int n) {
    int i = n - 1, j = n - 1;
    while (i > 0 && v[i - 1] >= v[i])
        i--;
    if (i == 0)
        return 0;
    while (v[j] <= v[i - 1])
        j--;
    int t = v[i - 1];
    v[i - 1] = v[j];
    v[j] = t;
    for (j = n - 1; i < j; i++, j--) {
        t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
    return 1;
}

static int subsets(const int *list, int n, int sum) {
    return n == 0 ? sum == 0 : subsets(list + 1, n - 1, sum) + subsets(list + 1, n - 1, sum - *list);
}

int main(void) {
    for (int n = 1; n <= 8; n++)
        printf("%d ", queens((1u << n) - 1, 0, 0, 0));
    printf("\n");
    const char *puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (int i = 0; i < 9; i++)
        memcpy(board[i], puzzle + i * 9, 9);
    printf("%d\n", sudoku(0));
    for (int i = 0; i < 9; i++)
        puts(board[i]);
    printf("%d tries\n", tries);
    if (knight(0, 0, 1))
        for (int i = 0; i < 6; i++, printf("\n"))
            for (int j = 0; j < 6; j++)
                printf("%3d", tour[i][j]);
    int v[] = {1, 2, 2, 3}, count = 1;
    while (next_permutation(v, 4))
        count++;
    printf("%d %d%d%d%d\n", count, v[0], v[1], v[2], v[3]);
    printf("%d\n", subsets((int[]){3, 5, 7, 11, 13, 17, 19, 23}, 8, 41));
    return 0;
}
