// Row and column exchanged.
static int grid[3][5];

static void put(int row, int column, int value) {
    grid[column][row] = value;
}

int main(void) {
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 5; column++)
            put(row, column, row * column);
    return grid[1][1];
}
