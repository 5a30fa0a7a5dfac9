// Results of compound assignments that are off by one, and a value with the wrong sign.
//
// $ whydunit explain -e '43 9 -5' -- ./compound
// $ whydunit explain -e '42 8 -5' -- ./compound
// $ whydunit explain -e '42 9 5' -- ./compound
#include <stdio.h>

int main(void) {
  int k = 6, rest = 12, v = 3, turned = 5;
  k *= 7;
  rest -= v;
  int sign = 0 - turned;
  printf("%d %d %d\n", k, rest, sign);
  return 0;
}
