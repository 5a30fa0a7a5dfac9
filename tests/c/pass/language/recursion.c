// Recursion: deep, mutual, with arrays in each frame, through pointers.
#include <stdio.h>
#include <string.h>

static int calls;

static unsigned ackermann(unsigned m, unsigned n) {
    calls++;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static void hanoi(int n, char from, char to, char via, int *moves, unsigned *hash) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to, moves, hash);
    ++*moves;
    *hash = *hash * 31 + (unsigned)(from * 7 + to);
    hanoi(n - 1, via, to, from, moves, hash);
}

static int permutations(char *text, int at, int print) {
    int n = (int)strlen(text), found = 0;
    if (at == n) {
        if (print)
            printf("%s ", text);
        return 1;
    }
    for (int i = at; i < n; i++) {
        char c = text[at];
        text[at] = text[i];
        text[i] = c;
        found += permutations(text, at + 1, print);
        text[i] = text[at];
        text[at] = c;
    }
    return found;
}

static long sum_down(int n) {
    char local[64];
    memset(local, n & 127, sizeof local);
    if (n == 0)
        return 0;
    long below = sum_down(n - 1);
    return below + local[n % 64];
}

static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }
static int partitions(int n, int most) {
    if (n == 0)
        return 1;
    int total = 0;
    for (int k = most < n ? most : n; k > 0; k--)
        total += partitions(n - k, k);
    return total;
}
static unsigned long gcd(unsigned long a, unsigned long b) { return b ? gcd(b, a % b) : a; }

int main(void) {
    unsigned a = ackermann(2, 9);
    printf("%u %d\n", a, calls);
    a = ackermann(3, 4);
    printf("%u %d\n", a, calls);
    printf("%d %d\n", is_even(1001), is_odd(2001));
    int moves = 0;
    unsigned hash = 0;
    hanoi(10, 'A', 'C', 'B', &moves, &hash);
    printf("%d %u\n", moves, hash);
    char text[] = "abcd", longer[] = "abcdefg";
    int found = permutations(text, 0, 1);
    printf("%d %s %d\n", found, text, permutations(longer, 0, 0));
    printf("%ld\n", sum_down(20000));
    printf("%d %d\n", mccarthy(1), mccarthy(99));
    printf("%d %lu\n", partitions(30, 30), gcd(123456789012345678UL, 987654321098765432UL));
    return 0;
}
