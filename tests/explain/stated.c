// The user states an assertion that should have held, and its line.
// $ whydunit explain --assert 'total == 15' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'sum <= 10' --at stated.c:24#6 -v --no-repairs -- ./stated
// $ whydunit explain --assert 'sum <= 10' --at stated.c:24 --json -- ./stated | head -12
// $ whydunit explain --assert 'b->size < 5 && b->items[0] == 1' --at stated.c:31 -- ./stated
// $ whydunit slice --assert 'total == 15' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'total == 16' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'i < 6' --at stated.c:24 -- ./stated
// $ whydunit explain --assert 'totl == 15' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'total = 15' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'i == 1' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'total == 16' --at stated.c:40 -- ./stated
// $ whydunit explain --assert 'total == 15' --at stated.c:24#9 -- ./stated
// $ whydunit explain --assert 'unset == 1' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'none->size == 1' --at stated.c:39 -- ./stated
// $ whydunit explain --assert 'total == 15' -- ./stated
#include <stdio.h>

struct box { int size; int items[6]; };

static int add(const int *items, int size) {
    int sum = 0;
    for (int i = 0; i <= size; i++) {
        sum += items[i];
    }
    return sum;
}

static void fill(struct box *b) {
    for (int n = 1; n <= 5; n++)
        b->items[b->size++] = n;
}

int main(void) {
    struct box box = {0, {0, 0, 0, 0, 0, 1}}, *none = NULL;
    int unset, total;
    fill(&box);
    total = add(box.items, box.size);
    printf("%d\n", total);
    return 0;
}
