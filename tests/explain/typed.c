// A typed expectation lacks the final newline.
//
// $ whydunit explain -e 6 -- ./typed
// $ whydunit explain -e 5 -- ./typed
#include <stdio.h>

int main(void) {
  int sum = 0;
  for (int i = 1; i < 3; i++) sum += i;
  printf("%d\n", sum + 2);
  return 0;
}
