// Values that libc passes on: their definitions, and the arguments of its callbacks. A `switch` takes a number.
//
// $ whydunit trace why callbacks.c:17#1 ./callbacks
// $ whydunit trace why callbacks.c:37 ./callbacks
// $ whydunit trace history top ./callbacks
// $ whydunit trace history copy ./callbacks
// $ whydunit trace why callbacks.c:41 ./callbacks
// $ whydunit slice --data --from callbacks.c:37 ./callbacks
// $ whydunit trace history mix.whole ./callbacks
// $ whydunit trace history 'argv[0]' ./callbacks
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int down = 1;
static int order(const void *left, const void *right) {
  int a = *(const int *)left;
  int b = *(const int *)right;
  if (down)
    return b - a;
  return a - b;
}

int main(int argc, char **argv) {
  int values[3];
  values[0] = argc + 2;
  values[1] = argc + 7;
  values[2] = argc + 5;
  char from[8], copy[8];
  from[0] = 'a' + argc;
  from[1] = 0;
  strcpy(copy, from);
  union { int whole; char bytes[4]; } mix;
  mix.whole = argc;
  mix.bytes[1] = 2;
  qsort(values, 3, sizeof *values, order);
  int top = values[0];
  printf("%d %s\n", top, copy);
  switch (values[2] - 3) {
  case 0:
    return 1;
  case 1:
    return 2;
  }
  return 0;
}
