// An uninitialised variable.
// $ whydunit explain -e 'max 9\n' -- ./unset
#include <stdio.h>

int main(void) {
    int values[] = {3, 9, 4};
    int max;
    for (int i = 0; i < 3; i++)
        if (values[i] > max)
            max = values[i];
    printf("max %d\n", max);
    return 0;
}
