// Values seen before should be skipped, but the array of seen values is never written.
// $ whydunit explain -e '4\n2\n7\n3 different\n' -- ./blank
#include <stdio.h>
static int seen[10];
static int emit(int value) {
    if (seen[value])
        return 0;
    printf("%d\n", value);
    return 1;
}
int main(void) {
    int all[] = {4, 2, 4, 7, 2};
    int different = 0;
    for (int i = 0; i < 5; i++)
        different += emit(all[i]);
    printf("%d different\n", different);
    return 0;
}
