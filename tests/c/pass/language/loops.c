// Loops of all kinds: while, do, for with parts left out, continue, break, nested, counting down unsigned.
#include <stdio.h>

int main(void) {
    int n = 0;
    while (n < 5)
        printf("%d ", n++);
    do
        printf("%d ", --n);
    while (n > 2);
    do {
        printf("once ");
    } while (0);
    for (;;) {
        if (++n > 10)
            break;
        if (n % 3)
            continue;
        printf("[%d] ", n);
    }
    printf("\n");
    for (int i = 0, j = 10; i < j; i++, j--)
        printf("%d,%d ", i, j);
    for (unsigned u = 5; u-- > 0;)
        printf("u%u ", u);
    for (char c = 'a'; c <= 'z'; c += 5)
        putchar(c);
    printf("\n");
    for (double x = 0; x < 1; x += 0.1)
        printf("%.17g ", x);
    printf("\n");
    int i, total = 0;
    for (i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            if (j == i)
                break;
            if ((i + j) % 2)
                continue;
            total += i * j;
        }
        if (i == 8)
            break;
    }
    printf("%d %d\n", i, total);
    const char *text = "the quick brown fox";
    int words = 0, in_word = 0;
    for (const char *p = text; *p; ++p) {
        if (*p == ' ') {
            in_word = 0;
            continue;
        }
        if (!in_word) {
            in_word = 1;
            words++;
        }
    }
    printf("%d words\n", words);
    int hidden = 1;
    for (int hidden = 0; hidden < 2; hidden++) {
        int hidden = 50;
        hidden++;
        printf("%d ", hidden);
    }
    printf("%d\n", hidden);
    unsigned char byte = 0;
    int turns = 0;
    do {
        byte += 7;
        turns++;
    } while (byte);
    printf("%d\n", turns);
    long long product = 1;
    while (product < 1000000000000LL)
        product = product * 3 + 1;
    printf("%lld\n", product);
    int x = 0, y = 0;
    while (x++ < 3)
        while (y++ < x * 2)
            printf("(%d %d)", x, y);
    printf(" %d %d\n", x, y);
    do {
        if (x > 8)
            break;
        x++;
        continue;
    } while (x < 7);
    printf("%d\n", x);
    for (volatile int k = 0; k < 100000; k++)
        ;
    for (int a = 1; a < 30; a++)
        for (int b = a; b < 30; b++)
            for (int c = b; c < 30; c++)
                if (a * a + b * b == c * c)
                    printf("%d-%d-%d ", a, b, c);
    printf("\n");
    return 0;
}
