// A parameter is uninitialised because its argument was: the cause is before the call.
//
// $ whydunit explain -e 9 -- ./passed_unset
#include <stdio.h>

static int larger(int a, int b) {
  return a > b ? a : b;
}

int main(void) {
  int v[4], best = 0;
  for (int i = 1; i < 4; i++)
    v[i] = 3 * i;
  for (int i = 0; i < 4; i++)
    best = larger(best, v[i]);
  printf("%d\n", best);
  return 0;
}
