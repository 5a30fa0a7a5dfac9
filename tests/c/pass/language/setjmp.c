// setjmp/longjmp: nested handlers, from deep recursion, retry loops, values, volatile locals.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top, handlers[8];
static int depth;

static void dive(int n) {
    char frame[32];
    frame[n % 32] = (char)n;
    if (n == 0)
        longjmp(top, 42);
    dive(n - 1);
    printf("unreached %d\n", frame[n % 32]);
}

static void raise_error(int code) { longjmp(handlers[--depth], code); }

static int attempt(int level) {
    volatile int stage = 0;
    int code = setjmp(handlers[depth++]);
    if (code == 0) {
        stage = 1;
        if (level == 3)
            raise_error(7);
        attempt(level + 1);
        stage = 2;
        depth--;
        return 0;
    }
    printf("level %d caught %d at stage %d\n", level, code, stage);
    if (level > 1)
        raise_error(code + level);
    return code;
}

struct generator { jmp_buf back; int produced[10]; int count; };

static void produce(struct generator *g, int limit) {
    for (int i = 0;; i++) {
        if (i == limit)
            longjmp(g->back, -1);
        g->produced[g->count++] = i * i;
    }
}

int main(void) {
    int got = setjmp(top);
    if (!got)
        dive(500);
    printf("got %d\n", got);
    volatile int rounds = 0;
    switch (setjmp(top)) {
    case 0: printf("first\n"); /* fall through */
    case 1:
    case 2:
        if (++rounds < 4)
            longjmp(top, rounds);
        printf("rounds %d\n", rounds);
        break;
    default: printf("default %d\n", rounds);
    }
    // A value of 0 becomes 1.
    volatile int seen = 0;
    if (setjmp(top) == 1)
        seen++;
    if (!seen)
        longjmp(top, 0);
    printf("seen %d\n", seen);
    printf("attempt %d\n", attempt(0));
    depth = 0;
    struct generator g = {.count = 0};
    if (setjmp(g.back) == 0)
        produce(&g, 6);
    for (int i = 0; i < g.count; i++)
        printf("%d ", g.produced[i]);
    printf("\n");
    for (volatile int i = 0; i < 5; i++) {
        jmp_buf inner;
        volatile int local = i * 10;
        int code = setjmp(inner);
        if (code < i) {
            local++;
            longjmp(inner, code + 1);
        }
        printf("%d:%d:%d ", i, code, local);
    }
    printf("\n");
    sigjmp_buf with_mask;
    int value = sigsetjmp(with_mask, 1);
    if (value < 3)
        siglongjmp(with_mask, value + 1);
    printf("sig %d\n", value);
    return 0;
}
