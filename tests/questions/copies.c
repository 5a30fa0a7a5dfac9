// Values that went through copies: of a struct, by memcpy, by qsort, as an argument. The answer shows the definition of
// that very element, not of another one that was copied with it.
//
// $ whydunit trace history width ./copies
// $ whydunit trace history kept ./copies
// $ whydunit trace history lightest ./copies
// $ whydunit trace history 'twin.side[1]' ./copies

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box {
    int side[3];
    double weight;
};

static int by_weight(const void *a, const void *b)
{
    const struct box *x = a, *y = b;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static int middle(struct box one)
{
    return one.side[1];
}

int main(void)
{
    struct box boxes[3], twin;
    int table[4], copy[4];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            boxes[i].side[k] = 10 * i + k;
        boxes[i].weight = 9.5 - 2 * i;
    }
    for (int i = 0; i < 4; i++)
        table[i] = i * i;
    memcpy(copy, table, sizeof copy);
    memmove(copy + 1, copy, 3 * sizeof *copy);
    int kept = copy[3];
    twin = boxes[1];
    int width = middle(twin);
    qsort(boxes, 3, sizeof *boxes, by_weight);
    double lightest = boxes[0].weight;
    printf("%d %d %g\n", width, kept, lightest);
    return 0;
}
