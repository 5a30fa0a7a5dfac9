// A missing `continue` and a missing `return`: the program continues with data that it has found to be bad.
//
// $ whydunit explain -e "2 bad" -- ./no_way_out 1 x 3 y
// $ whydunit explain --expect-exit 1 -e "missing" -- ./no_way_out
#include <stdio.h>
#include <stdlib.h>

static int check(int argc) {
  if (argc > 9)
    return 1;
  if (argc < 2) {
    puts("missing");
  }
  return 0;
}

int main(int argc, char **argv) {
  int good = 0, bad = 0;
  if (check(argc) != 0)
    return 1;
  for (int i = 1; i < argc; i++) {
    char *end;
    strtol(argv[i], &end, 10);
    if (*end != '\0') {
      bad++;
    }
    good++;
  }
  if (argc > 1)
    printf("%d %s\n", good, bad > 0 ? "bad" : "good");
  return 0;
}
