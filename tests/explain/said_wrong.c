// An instance that the user calls wrong, and its causes, rank before its consequences.
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
