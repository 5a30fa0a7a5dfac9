// A mean that loses its fraction.
// $ whydunit explain -e '2.33\n2.50\n' -- ./fraction
#include <stdio.h>
static double mean(const int *v, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}
int main(void) {
    int a[] = {1, 2, 4}, b[] = {2, 3};
    printf("%.2f\n", mean(a, 3));
    printf("%.2f\n", mean(b, 2));
    return 0;
}
