// Sorts its arguments by shrinking gaps; called with one element too many.
// $ printf 'wrong\nwrong\n' | whydunit debug -e '11 14 \n' -- ./sort 14 11
// $ printf 'what\nwhy\nwhy c\nwhy z\nright 9\nd 2\nundo\nundo\nundo\nshow\nquit\n' | whydunit debug --strategy single-step -e '11 14 \n' -- ./sort 14 11
// $ printf 'w\nsave half.json\nq\n' | whydunit debug -e '11 14 \n' -- ./sort 14 11 | tail -3
// $ grep -v -e '"program"' -e '"run"' half.json
// $ printf 'w\n' | whydunit debug --answers half.json --save all.json -e '11 14 \n' -- ./sort 14 11 | grep -e '?' -e 'The fault' -A2
// $ whydunit debug --answers all.json --json -e '11 14 \n' -- ./sort 14 11 2>/dev/null | head -40
// $ whydunit debug --answers all.json -e '11 14 \n' -- ./sort 14 12
// $ whydunit debug -e '11 14 \n' -- ./sort 14 11 </dev/null | tail -4
// $ whydunit cc -w -DCOUNT='argc - 1' sort.c -o correct
// $ whydunit debug --reference correct -e '11 14 \n' -- ./sort 14 11 | sed -n '/^The fault/,$p'
// $ whydunit debug --reference correct --strategy bisection -e '11 14 \n' -- ./sort 14 11 | tail -3
// $ whydunit debug --answers all.json -e '11 14 \n' -- ./correct 11 14 15
// $ whydunit debug --reference ./sort -e '11 14 \n' -- ./sort 14 11
// $ sed 's/"version": 1/"version": 2/' all.json > newer.json; whydunit debug --answers newer.json -e '11 14 \n' -- ./sort 14 11
// $ sed 's/"version": 1/"version": 0/' all.json > older.json; whydunit debug --answers older.json -e '11 14 \n' -- ./sort 14 11
// $ sed 's/"time": 165/"time": 164/' all.json > moved.json; whydunit debug --answers moved.json -e '11 14 \n' -- ./sort 14 11 </dev/null | grep -e 'Breakpoint ' -e before -e '^The fault' -A1
// $ sed 's/"time": 165/"time": 999999/; s/"line": 54/"line": 50/' all.json > other.json; whydunit debug --answers other.json -e '11 14 \n' -- ./sort 14 11 </dev/null | tail -1
// $ echo '[]' > none.json; whydunit debug --answers none.json -e '11 14 \n' -- ./sort 14 11
// $ echo 'right' > text.json; whydunit debug --answers text.json -e '11 14 \n' -- ./sort 14 11
// $ whydunit debug --answers gone.json -e '11 14 \n' -- ./sort 14 11
// $ whydunit debug -e '0 11 \n' -- ./sort 14 11
// $ whydunit debug --strategy best -- ./sort 14 11 2>&1 | head -2
#include <stdio.h>
#include <stdlib.h>

#ifndef COUNT
#define COUNT argc
#endif

static void sort(int *a, int size)
{
    int gap = 1;
    do
        gap = gap * 3 + 1;
    while (gap <= size);
    do {
        gap /= 3;
        for (int i = gap; i < size; i++) {
            int v = a[i], j;
            for (j = i; j >= gap && a[j - gap] > v; j -= gap)
                a[j] = a[j - gap];
            if (i != j)
                a[j] = v;
        }
    } while (gap != 1);
}

int main(int argc, char **argv)
{
    int *a = calloc(argc, sizeof *a);
    for (int i = 0; i < argc - 1; i++)
        a[i] = atoi(argv[i + 1]);
    sort(a, COUNT);
    for (int i = 0; i < argc - 1; i++)
        printf("%d ", a[i]);
    puts("");
    free(a);
    return 0;
}
