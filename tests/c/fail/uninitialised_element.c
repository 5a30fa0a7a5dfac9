// The last element of an array was never set.
#include <stdio.h>

int main(void) {
    int list[6], largest = 0;
    for (int i = 0; i < 5; i++)
        list[i] = i * 7 % 5;
    for (int i = 0; i < 6; i++)
        if (list[i] > largest)
            largest = list[i];
    printf("%d\n", largest);
    return 0;
}
