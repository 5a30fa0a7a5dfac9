// Arrays of pointers, pointers to pointers and to arrays, qualifiers, arithmetic and comparison.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *names[] = {"delta", "alpha", "charlie", "bravo"};
static const char *const months[2][3] = {{"jan", "feb", "mar"}, {"apr", "may", "jun"}};

static void sort(char **list, int n) {
    for (int i = 1; i < n; i++) {
        char *key = list[i];
        int j = i;
        for (; j > 0 && strcmp(list[j - 1], key) > 0; j--)
            list[j] = list[j - 1];
        list[j] = key;
    }
}

static void allocate(int ***out, int rows, int columns) {
    int **grid = malloc(rows * sizeof *grid);
    if (!grid)
        exit(1);
    for (int i = 0; i < rows; i++) {
        grid[i] = malloc(columns * sizeof **grid);
        if (!grid[i])
            exit(1);
        for (int j = 0; j < columns; j++)
            grid[i][j] = i * columns + j;
    }
    *out = grid;
}

struct node { int value; struct node *next; };
static void remove_node(struct node **head, int value) {
    for (struct node **p = head; *p;)
        if ((*p)->value == value)
            *p = (*p)->next;
        else
            p = &(*p)->next;
}

static int count(char **list) {
    int n = 0;
    while (*list++)
        n++;
    return n;
}

int main(void) {
    sort(names, 4);
    for (char **p = names; p < names + 4; p++)
        printf("%s %c ", *p, (*p)[1]);
    printf("%s %c\n", *(names + 2), *(*(names + 3) + 2));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            printf("%s%c ", months[i][j], *months[1 - i][j]);
    printf("\n");
    int **grid, (*pointer_to_array)[3], *array_of_pointers[3], flat[6] = {1, 2, 3, 4, 5, 6};
    allocate(&grid, 3, 4);
    int *t = grid[0];
    grid[0] = grid[2];
    grid[2] = t;
    for (int i = 0; i < 3; i++)
        printf("%d %d ", grid[i][0], *(*(grid + i) + 3));
    for (int i = 0; i < 3; i++)
        free(grid[i]);
    free(grid);
    pointer_to_array = (int(*)[3])flat;
    for (int i = 0; i < 3; i++)
        array_of_pointers[i] = &flat[5 - i];
    printf("%d %d %td\n", pointer_to_array[1][0], *array_of_pointers[2], (char *)(pointer_to_array + 1) - (char *)pointer_to_array);
    struct node c = {3, NULL}, b = {2, &c}, a = {2, &b}, *head = &a;
    remove_node(&head, 2);
    printf("%d %d\n", head->value, head == &c);
    int n = 5, *p = &n, **pp = &p, ***ppp = &pp;
    ***ppp = 6;
    *pp = &flat[2];
    ++**pp;
    (**ppp)++;
    printf("%d %d %d\n", n, flat[2], *p);
    char *arguments[] = {"prog", "-x", "file", NULL};
    printf("%d\n", count(arguments));
    int *first = flat, *last = flat + 6;
    printf("%d %d %td %d\n", first < last, last <= first, last - first, last[-1]);
    void *v = flat;
    printf("%d %d\n", *(int *)((char *)v + 8), v == first);
    char text[] = "reverse me", *left = text, *right = text + sizeof text - 2;
    while (left < right) {
        char swap = *left;
        *left++ = *right;
        *right-- = swap;
    }
    puts(text);
    return 0;
}
