// Static locals keep their value, are per function and per block, and may point at each other.
#include <stdio.h>

static int next(void) {
    static int n = 100;
    return n++;
}

static int other(void) {
    static int n = 5;
    n *= 2;
    if (n > 30) {
        static int n = 1;
        n += 3;
        return -n;
    }
    return n;
}

static const char *name(int i) {
    static const char *const table[] = {"zero", "one", "two"};
    static char buffer[16];
    if (i >= 0 && i < 3)
        return table[i];
    snprintf(buffer, sizeof buffer, "#%d", i);
    return buffer;
}

static int *cell(int i) {
    static int cells[4] = {1, [3] = 4};
    static int *const last = &cells[3];
    return i < 0 ? last : &cells[i];
}

static int depth(int n) {
    static int deepest, calls;
    calls++;
    if (n > deepest)
        deepest = n;
    if (n < 5)
        return depth(n + 1) + depth(n + 2);
    return deepest * 1000 + calls;
}

static int fibonacci(int n) {
    static int memo[40];
    if (n < 2)
        return n;
    if (!memo[n])
        memo[n] = fibonacci(n - 1) + fibonacci(n - 2);
    return memo[n];
}

struct node { int value; struct node *next; };

static int walk(void) {
    static struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    static struct node *head = &a;
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum = sum * 10 + n->value;
    c.value++;
    head = head->next ? head->next : &a;
    return sum;
}

int main(void) {
    for (int i = 0; i < 8; i++)
        printf("%d %d %s %d\n", next(), other(), name(i - 1), walk());
    *cell(1) = 22;
    *cell(-1) += 10;
    for (int i = 0; i < 4; i++)
        printf("%d ", *cell(i));
    int all = depth(0), later = depth(3);
    printf("\n%d %d\n", all, later);
    printf("%d %d\n", fibonacci(39), fibonacci(20));
    for (int i = 0; i < 3; i++) {
        static int once;
        int each = 0;
        once += 1;
        each += 1;
        printf("%d%d ", once, each);
    }
    printf("\n");
    return 0;
}
