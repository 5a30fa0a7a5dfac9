// In an initialiser only the omitted elements are 0; characters behind the end of a text exist, too.
// $ whydunit trace why zeros.c:10 -- ./zeros
// $ whydunit trace history c@zeros.c:16 -- ./zeros
// $ whydunit trace history plain@zeros.c:16 -- ./zeros
// $ whydunit slice --values -e 'box 41' -- ./zeros
// $ whydunit trace why zeros.c:21 -- ./zeros
#include <stdio.h>
struct cfg { int width, height, depth, mode, extra[6]; };
int main(int argc, char **argv) {
    struct cfg c = {.width = 4, .height = argc, .depth = 2};
    int plain[10] = {0};
    char grid[3][4] = {{0, 1, 0, 1}, {0}, {0, 0, 1}};
    char text[8] = "a,b,1", name[4] = "box";
    unsigned char message[] = {'a', 0, 'b', 0xC3, 0xFE};
    (void)argv;
    int v = c.width * c.height * c.depth + c.extra[3] + plain[4];
    text[1] = text[3] = 0;
    struct { char grid[3][4], text[8]; unsigned char message[5]; } all = {{{0}}, "", {0}};
    __builtin_memcpy(all.grid, grid, sizeof grid);
    __builtin_memcpy(all.text, text, sizeof text);
    __builtin_memcpy(all.message, message, sizeof message);
    printf("%s %d\n", name, v + c.mode + all.grid[0][0]);
    return 0;
}
