// A variable that nothing ever changes, though it says where something is.
//
// $ whydunit explain -e 4 -- ./never_changed
// $ whydunit explain --no-repairs -e 4 -- ./never_changed
#include <stdio.h>

static int greatest(const int *a, int n) {
  int max = a[0], at = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > max) {
      max = a[i];
    }
  return at;
}

int main(void) {
  int a[] = {4, 8, 15, 16, 23, 11};
  printf("%d\n", greatest(a, 6));
  return 0;
}
