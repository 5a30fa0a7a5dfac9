// Insertion sort of six ints. Reads 24 bytes.
#include <unistd.h>

int main(void) {
    int a[6];
    if (read(0, a, sizeof a) != sizeof a)
        return 2;
    for (int i = 1; i < 6; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    for (int i = 1; i < 6; i++)
        if (a[i - 1] > a[i])
            return 1;
    return 0;
}
