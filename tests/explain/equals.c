// `=` where `==` is meant.
//
// $ whydunit explain -e '2 of 4' -- ./equals
// $ whydunit explain -e 'none\n2 of 4' -- ./equals none
#include <stdio.h>

static int is_blank(int state) {
  if (state = 0) return 1;
  return 0;
}

int main(int argc, char **argv) {
  int a[] = {1, 2, 3, 2}, n = 4, key = 2, count = 0;
  if (argc > 1 && is_blank(argc - 2)) puts(argv[1]);
  for (int i = 0; i < n; i++)
    if (a[i] = key) count++;
  printf("%d of %d\n", count, n);
  return 0;
}
