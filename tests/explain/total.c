// Wrong output: a loop that leaves out the last element.
// $ whydunit explain -e 'total 60\nlargest 30\n' -- ./total 10 20 30
// $ whydunit explain --trust sum -e 'total 60\nlargest 30\n' -- ./total 10 20 30
// $ whydunit explain --right total.c:12#9 -e 'total 60\nlargest 30\n' -- ./total 10 20 30
// $ whydunit switch --trust sum -e 'total 60\nlargest 30\n' -- ./total 10 20 30
#include <stdio.h>
#include <stdlib.h>

static int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count - 1; i++)
        total += values[i];
    return total;
}

int main(int argc, char **argv) {
    int values[16], count = argc - 1, largest = 0;
    for (int i = 0; i < count; i++) {
        values[i] = atoi(argv[i + 1]);
        if (values[i] > largest)
            largest = values[i];
    }
    printf("total %d\n", sum(values, count));
    printf("largest %d\n", largest);
    return 0;
}
