/* Values used in several rounds of a loop or of a recursion have several origins: none may be lost. */
// $ whydunit trace history sum -- ./rounds
// $ whydunit trace history sum --json -- ./rounds | grep -e complete -e other_count
// $ whydunit trace history t -- ./rounds
// $ whydunit trace history text -- ./rounds
// $ whydunit trace history 'root->right->right->key' -- ./rounds
// $ whydunit trace history f -- ./rounds
// $ whydunit trace history last -- ./rounds
// $ whydunit trace history squares -- ./rounds
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node pool[8];
static int used, squares[12];

static struct node *insert(struct node *n, int key)
{
    if (n == NULL) {
        n = &pool[used++];
        n->key = key;
        return n;
    }
    if (key < n->key)
        n->left = insert(n->left, key);
    else if (key > n->key)
        n->right = insert(n->right, key);
    return n;
}

static int price(int k)
{
    if (k == 2)
        return -1000;
    return 10 * k;
}

static int total(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static int fac(int n, int scale)
{
    if (n <= 1)
        return scale;
    return n * fac(n - 1, scale);
}

int main(void)
{
    static const int keys[] = { 5, 2, 8, 9 };
    struct node *root = NULL;
    int tab[7], sum = 0, a = 1, b = 20, c = 300;
    for (int i = 0; i < 4; i++)
        root = insert(root, keys[i]);
    for (int i = 0; i < 7; i++)
        tab[i] = price(i);
    for (int i = 0; i < 7; i++)
        sum += tab[i];
    int t = total(2, a, b, c);

    int in[] = { 4, 12 }, *numbers = malloc(sizeof in);
    numbers[0] = in[0];
    numbers[1] = in[1];
    numbers = realloc(numbers, 4 * sizeof in);
    char text[8];
    sprintf(text, "%d", numbers[0]);
    sprintf(text + 1, "%d", numbers[1]);

    int f = fac(4, a + c);
    for (int i = 0; i < 12; i++)
        squares[i] = i * i;
    int last = squares[11];
    printf("%d %d %s %d %d\n", sum, t, text, f, last);
    free(numbers);
    return 0;
}
