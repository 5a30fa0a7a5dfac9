// Addresses of labels: tables of them, differences between them, an interpreter's loop.
#include <stdio.h>

static int fall(int k) {
    static void *table[] = { &&a, &&b, &&c };
    static const int distance[] = { &&a - &&a, &&b - &&a, &&c - &&a };
    int r = 0;
    goto *table[k];
a:  r += 1;
b:  r += 10;
c:  r += 100;
    if (r < 150) goto *(&&a + distance[k]);
    return r;
}

static int interpret(const char *code) {
    static const void *const actions[] = { ['+'] = &&plus, ['-'] = &&minus, ['d'] = &&twice, [';'] = &&stop };
    int value = 0;
#define NEXT goto *(void *)actions[(unsigned char)*code++]
    NEXT;
plus:
    value++;
    NEXT;
minus:
    value--;
    NEXT;
twice:
    value *= 2;
    NEXT;
stop:
    return value;
}

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d ", fall(i));
    printf("%d %d\n", interpret("++d+d-;"), interpret(";"));
    return 0;
}
