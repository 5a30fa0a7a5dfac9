// Shell sort, called with one element too many.
// $ whydunit trace stats -- ./shell 14 11 | grep -v recording
// $ whydunit trace history size -- ./shell 14 11
// $ whydunit trace history 'a[0]@shell.c:41' -- ./shell 14 11
// $ whydunit trace history --places --depth 2 'a[0]@shell.c:41' -- ./shell 14 11
// $ whydunit trace history --json 'v@shell.c:29#1' -- ./shell 14 11
// $ whydunit trace history siz@shell.c:25 -- ./shell 14 11
// $ whydunit trace why shell.c:27 -- ./shell 14 11
// $ whydunit trace why shell.c:27#1 --json -- ./shell 14 11
// $ whydunit trace why-not shell.c:27 -- ./shell
// $ whydunit slice --from shell.c:29#1 --annotate -- ./shell 14 11
// $ whydunit slice -e '11 14 \n' -- ./shell 14 11
// Comment line, so that numbers stay as they are.
// And another.
#include <stdio.h>
#include <stdlib.h>
static void shell_sort(int a[], int size) {
    int i, j;
    int h = 1;
    do {
        h = h * 3 + 1;
    } while (h <= size);
    do {
        h /= 3;
        for (i = h; i < size; i++) {
            int v = a[i];
            for (j = i; j >= h && a[j - h] > v; j -= h)
                a[j] = a[j - h];
            if (i != j)
                a[j] = v;
        }
    } while (h != 1);
}
int main(int argc, char **argv) {
    int *a = malloc(argc * sizeof *a);
    for (int i = 0; i < argc - 1; i++)
        a[i] = atoi(argv[i + 1]);
    a[argc - 1] = 0;
    shell_sort(a, argc);
    for (int i = 0; i < argc - 1; i++)
        printf("%d ", a[i]);
    puts("");
    free(a);
    return 0;
}
