// All operands of the condition of a loop led there, as those of an `if` do.
// $ whydunit trace why operands.c:10#2 -- ./operands
// $ whydunit trace why operands.c:16#2 -- ./operands
// $ whydunit trace why operands.c:20#3 -- ./operands
// $ whydunit trace history g.c@operands.c:31 --depth 1 -- ./operands
#include <stdio.h>
static int scan(const char *s, int limit, char stop) {
    int i = 0;
    while (i < limit && s[i] != stop && s[i])
        i++;
    return i;
}
static int last(const int *a, int n, int k) {
    int r = -1;
    for (int i = 0; i < n && r < 0; i++)
        if (a[i] == k)
            r = i;
    do
        // Either goes round again.
        n--;
    while (n > 0 || r > 5);
    return r;
}
struct flags {
    unsigned a : 3, b : 5;
    int c : 4;
};
static struct flags made(unsigned v) { struct flags x = {v & 7, v >> 3 & 31, 0}; x.c = v >> 8; return x; }
int main(void) {
    static const int a[] = {4, 7, 9};
    struct flags g = made(3469);
    return scan("key=val", 5, '=') + last(a, 3, 7) + g.c;
}
