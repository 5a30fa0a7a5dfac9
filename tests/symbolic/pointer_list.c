// reachable over 2 bytes
#include <assert.h>
#include <stdio.h>

int main(void) {
    static unsigned char in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 2;
    struct node { int value; struct node *next; } a = {1, 0}, b = {2, &a}, c = {3, &b};
    struct node *p = in[0] & 1 ? &c : &b;
    while (p && p->value != in[1])
        p = p->next;
    assert(!(p == &c));
    return 0;
}
