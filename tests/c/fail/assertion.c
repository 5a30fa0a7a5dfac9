// A failed assertion.
#include <assert.h>

static int root(int n) {
    int r = 0;
    while (r * r < n)
        r++;
    assert(r * r == n && "not a square");
    return r;
}

int main(void) {
    return root(16) + root(17);
}
