// $ whydunit slice -- ./squares
// $ whydunit slice --values --depth 2 -- ./squares
// $ whydunit slice --annotate -- ./squares
// $ whydunit slice --annotate --trust squares -- ./squares
// $ whydunit slice --from squares.c:17#3 --values -- ./squares
// $ whydunit trace why squares.c:17 -- ./squares
// $ whydunit trace history i@squares.c:17 -- ./squares
// $ whydunit trace why-not squares.c:18 -- ./squares
// $ whydunit slice --trust nothing -- ./squares
/* Fills a table of squares, one entry too many. */
#include <stdio.h>
#include <stdlib.h>

static int *squares(int count) {
    int *table = malloc(count * sizeof *table);
    for (int i = 0; i <= count; i++)
        table[i] = i * i;
    return table;
}

int main(void) {
    int *table = squares(10);
    printf("%d\n", table[9]);
    free(table);
    return 0;
}
