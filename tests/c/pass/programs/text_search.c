// Searching text: Knuth-Morris-Pratt, Boyer-Moore-Horspool, Rabin-Karp, a small regular expression, edit distance.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int kmp(const char *text, const char *pattern, int *at) {
    int m = (int)strlen(pattern), count = 0, fail[m + 1];
    fail[0] = -1;
    for (int i = 0, j = -1; i < m;) {
        while (j >= 0 && pattern[i] != pattern[j])
            j = fail[j];
        fail[++i] = ++j;
    }
    for (int i = 0, j = 0; text[i];) {
        while (j >= 0 && text[i] != pattern[j])
            j = fail[j];
        i++;
        if (++j == m) {
            at[count++] = i - m;
            j = fail[j];
        }
    }
    return count;
}

static int horspool(const char *text, const char *pattern) {
    int n = (int)strlen(text), m = (int)strlen(pattern), skip[256];
    for (int i = 0; i < 256; i++)
        skip[i] = m;
    for (int i = 0; i < m - 1; i++)
        skip[(unsigned char)pattern[i]] = m - 1 - i;
    for (int i = 0; i + m <= n; i += skip[(unsigned char)text[i + m - 1]])
        if (!memcmp(text + i, pattern, (size_t)m))
            return i;
    return -1;
}

static int rabin_karp(const char *text, const char *pattern) {
    size_t m = strlen(pattern), n = strlen(text);
    unsigned p = 0, t = 0, power = 1;
    if (m > n)
        return -1;
    for (size_t i = 0; i < m; i++) {
        p = p * 257 + (unsigned char)pattern[i];
        t = t * 257 + (unsigned char)text[i];
        power = i ? power * 257 : 1;
    }
    for (size_t i = 0;; i++) {
        if (p == t && !strncmp(text + i, pattern, m))
            return (int)i;
        if (i + m >= n)
            return -1;
        t = (t - (unsigned char)text[i] * power) * 257 + (unsigned char)text[i + m];
    }
}

static int here(const char *re, const char *text);
static int star(int c, const char *re, const char *text) {
    do
        if (here(re, text))
            return 1;
    while (*text && (*text++ == c || c == '.'));
    return 0;
}
static int here(const char *re, const char *text) {
    if (!*re)
        return 1;
    if (re[1] == '*')
        return star(re[0], re + 2, text);
    if (re[0] == '$' && !re[1])
        return !*text;
    return *text && (re[0] == '.' || re[0] == *text) && here(re + 1, text + 1);
}
static int match(const char *re, const char *text) {
    if (*re == '^')
        return here(re + 1, text);
    do
        if (here(re, text))
            return 1;
    while (*text++);
    return 0;
}

static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), d[n + 1][m + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            int best = i == 0 ? j : j == 0 ? i : d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (i && d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (j && d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

static void subsequence(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), *table = calloc((size_t)(n + 1) * (size_t)(m + 1), sizeof *table);
    if (!table)
        exit(1);
#define AT(i, j) table[(i) * (m + 1) + (j)]
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--)
            AT(i, j) = a[i] == b[j] ? AT(i + 1, j + 1) + 1 : AT(i + 1, j) > AT(i, j + 1) ? AT(i + 1, j) : AT(i, j + 1);
    printf("%d ", AT(0, 0));
    for (int i = 0, j = 0; i < n && j < m;)
        if (a[i] == b[j]) {
            putchar(a[i]);
            i++;
            j++;
        } else if (AT(i + 1, j) >= AT(i, j + 1)) {
            i++;
        } else {
            j++;
        }
    putchar('\n');
    free(table);
}

int main(void) {
    const char *text = "abracadabra abracadabracadabra cadabra";
    const char *patterns[] = {"abra", "cadabra", "a", "bracadab", "zebra", "abracadabracad"};
    for (int i = 0; i < 6; i++) {
        int at[64], n = kmp(text, patterns[i], at);
        printf("%s:", patterns[i]);
        for (int k = 0; k < n; k++)
            printf(" %d", at[k]);
        printf(" | %d %d\n", horspool(text, patterns[i]), rabin_karp(text, patterns[i]));
    }
    const char *expressions[] = {"^abra", "a.*d", "cad$", "x*", "^a.ra.*bra$", "c.d.b", "^$"};
    for (int i = 0; i < 7; i++)
        printf("%s %d %d\n", expressions[i], match(expressions[i], text), match(expressions[i], ""));
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("intention", "execution"));
    subsequence("the quick brown fox", "that thick brawn ox");
    return 0;
}
