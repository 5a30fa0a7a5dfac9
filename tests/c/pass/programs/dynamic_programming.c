// Dynamic programming: knapsack, coin change, longest increasing run, matrix chain, partition, Floyd-Warshall.
#include <limits.h>
#include <stdio.h>
#include <string.h>

static int knapsack(const int *weight, const int *value, int n, int capacity) {
    int best[capacity + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        for (int c = capacity; c >= weight[i]; c--)
            if (best[c - weight[i]] + value[i] > best[c])
                best[c] = best[c - weight[i]] + value[i];
    return best[capacity];
}

static long coins(const int *list, int n, int sum) {
    long ways[sum + 1];
    memset(ways, 0, sizeof ways);
    ways[0] = 1;
    for (int i = 0; i < n; i++)
        for (int s = list[i]; s <= sum; s++)
            ways[s] += ways[s - list[i]];
    return ways[sum];
}

static int increasing(const int *v, int n) {
    int tails[n], length = 0;
    for (int i = 0; i < n; i++) {
        int low = 0, high = length;
        while (low < high) {
            int mid = (low + high) / 2;
            if (tails[mid] < v[i])
                low = mid + 1;
            else
                high = mid;
        }
        tails[low] = v[i];
        length += low == length;
    }
    return length;
}

static int split[10][10];

static int chain(const int *sizes, int n) {
    int cost[10][10] = {{0}};
    for (int length = 2; length <= n; length++)
        for (int i = 0, j = length - 1; j < n; i++, j++) {
            cost[i][j] = INT_MAX;
            for (int k = i; k < j; k++) {
                int c = cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
                if (c < cost[i][j]) {
                    cost[i][j] = c;
                    split[i][j] = k;
                }
            }
        }
    return cost[0][n - 1];
}

static void brackets(int i, int j) {
    if (i == j) {
        printf("%c", 'A' + i);
        return;
    }
    printf("(");
    brackets(i, split[i][j]);
    brackets(split[i][j] + 1, j);
    printf(")");
}

static void shortest(int n, int d[n][n]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

int main(void) {
    int weight[] = {12, 7, 11, 8, 9, 6, 5, 14}, value[] = {24, 13, 23, 15, 16, 11, 9, 28};
    for (int c = 10; c <= 60; c += 10)
        printf("%d ", knapsack(weight, value, 8, c));
    printf("\n%ld %ld\n", coins((int[]){1, 2, 5, 10, 20, 50, 100}, 7, 200), coins((int[]){2, 4}, 2, 7));
    int v[200];
    for (int i = 0; i < 200; i++)
        v[i] = i * 7919 % 211;
    printf("%d\n", increasing(v, 200));
    int sizes[] = {30, 35, 15, 5, 10, 20, 25};
    printf("%d ", chain(sizes, 6));
    brackets(0, 5);
    printf("\n");
    int n = 7, d[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = i == j ? 0 : (i * 3 + j * 5) % 7 < 3 ? (i * j) % 9 + 1 : 1000;
    shortest(n, d);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%5d", d[i][j]);
        printf("\n");
    }
    return 0;
}
