// Conway's Life on a torus with two buffers swapped by pointer, and rule 110 in bits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { H = 16, W = 40 };
static char one[H][W], two[H][W];

static void step(char (*from)[W], char (*to)[W]) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dy || dx)
                        n += from[(y + dy + H) % H][(x + dx + W) % W];
            to[y][x] = (char)(n == 3 || (n == 2 && from[y][x]));
        }
}

static void show(char (*grid)[W]) {
    for (int y = 0; y < H; y++) {
        char line[W + 1];
        for (int x = 0; x < W; x++)
            line[x] = grid[y][x] ? '#' : '.';
        line[W] = 0;
        puts(line);
    }
}

static void put(char (*grid)[W], int y, int x, const char *pattern) {
    int left = x;
    for (; *pattern; pattern++)
        if (*pattern == '/') {
            y++;
            x = left;
        } else {
            grid[y][x++] = *pattern == '#';
        }
}

int main(void) {
    char(*current)[W] = one, (*next)[W] = two;
    put(current, 1, 1, ".#/..#/###");
    put(current, 5, 20, ".##/##/.#");
    put(current, 12, 30, "####");
    for (int i = 0; i < 30; i++) {
        if (i % 10 == 0) {
            printf("generation %d\n", i);
            show(current);
        }
        step(current, next);
        char(*t)[W] = current;
        current = next;
        next = t;
    }
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            alive += current[y][x];
    printf("%d alive\n", alive);
    uint64_t row = 1;
    for (int i = 0; i < 24; i++) {
        for (int b = 40; b >= 0; b--)
            putchar(row >> b & 1 ? '*' : ' ');
        putchar('|');
        putchar('\n');
        uint64_t left = row << 1, right = row >> 1;
        row = (row | right) & ~(left & row & right);
        row = (row ^ 0) & ((1ULL << 41) - 1);
    }
    return 0;
}
