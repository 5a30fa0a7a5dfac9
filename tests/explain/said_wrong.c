// What is said to be wrong, and what leads there, comes before what it leads to.
//
// $ whydunit explain -e '8 23' -- ./said_wrong
// $ whydunit explain --wrong said_wrong.c:13 -e '8 23' -- ./said_wrong
// $ whydunit explain --right said_wrong.c:13 --wrong said_wrong.c:13 -e '8 23' -- ./said_wrong
#include <stdio.h>

static int scale(int x, int by) {
  return x * by;
}

int main(void) {
  int width = scale(4, 3);
  int height = 7, more = 8;
  int area = width + height + more;
  printf("%d %d\n", width - 4, area);
  return 0;
}
