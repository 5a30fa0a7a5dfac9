// A variable that only counts: nothing else ever gave it a value.
// $ whydunit explain -- ./counted
#include <stdio.h>
int main(void) {
    int large;
    int all[3] = {5, 6, 7};
    for (int i = 0; i < 3; i++)
        if (all[i] > 5)
            large++;
    printf("%d\n", large);
    return 0;
}
