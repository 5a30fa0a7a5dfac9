/* Statements as people lay them out: several in a line, blocks with variables before `else if`, macros with loops and
   decisions, `continue`, recursion. What is printed is all wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ADD_ALL(to, a, n) for (int z = 0; z < (n); z++) to += (a)[z]
#define CHECK(x) do { int seen = (x); if (seen < 0) { sum += seen; } else if (seen > 3) sum += 2 * seen; } while (0)
struct pair { int a, b; };
static int twice(int x) { return x + x; }
static struct pair swap(struct pair p) { struct pair r = { p.b, p.a }; return r; }
static int depth(int n) { if (n <= 0) return 1; else if (n % 2) { int h = n / 2; return depth(h) + h; } else return depth(n - 1) * 2; }
static int fib(int n) {
    if (n < 2) {
        int r = n; return r;
    } else if (n == 2) {
        return 1;
    }
    int left = fib(n - 1), right = fib(n - 2); return left + right;
}
int main(int argc, char **argv) {
    int sum = 0, v[6] = {3, 1, 4, 1, 5, 9}; int k = 2; sum += k; k = sum * 2; sum = sum + k;
    for (int i = 0, j = 5; i < j; i++, j--) { int t = v[i]; if (t > 3) continue; sum += t; }
    for (int i = 0; i < 6; i++) {
        if (v[i] < 2) {
            int q = v[i] * 7;
            sum += q;
        } else if (v[i] < 4) { int w = 2; sum += w;
        } else if (v[i] == 4 && sum > 3 || sum < 1) {
            sum += twice(v[i]);
        } else {
            sum -= 1;
        }
        if (i == 3) continue; else if (i == 5) break;
        sum += i > 2 ? v[i] : MAX(v[i], i);
    }
    ADD_ALL(sum, v, 6);
    CHECK(sum);
    CHECK(-k);
    int i = 0; while (i < 3) { if (v[i++] == 1) continue; sum += i; }
    do { sum += i; if (i == 2) { i--; continue; } i--; } while (i > 0 && sum < 1000);
    switch (sum % 4) { case 0: sum++; case 1: sum += 2; break; case 2: { int u = 4; sum += u; break; } default: sum += 3; }
    struct pair p = { sum, k }; p = swap(p); sum = p.b + p.a;
    sum += depth(5) + fib(5);
    char text[16]; int at = 0; for (const char *s = argv[1]; *s; s++) if (*s != '-') text[at++] = *s; else if (at) at--;
    text[at] = 0;
    sum += (int)strlen(text) + atoi(text);
    double d = 0.5; for (int n = 1; d < 20; n++) d = d * 2 + n; sum += d;
    goto out; 
out: if (sum) sum = sum + 1; printf("%d\n", sum);
    return 0;
}
