// The condition that guards a line in a loop with its own condition at the end, or with none; the arguments that a line
// passes to calls; the values that a parameter gets later.
//
// $ whydunit trace why-not guards.c:15 ./guards
// $ whydunit trace why-not guards.c:23 ./guards
// $ whydunit trace why guards.c:38 ./guards
// $ whydunit trace why guards.c:39 ./guards
// $ whydunit trace history grown ./guards
#include <stdio.h>
#include <string.h>

static int has(const int *a, int key) {
  do {
    if (*a == key)
      return 1;
  } while (*++a);
  return 0;
}

static int count(const int *a, int key) {
  for (int n = 0;;) {
    if (*a == key)
      n++;
    if (*++a == 0) return n;
  }
}

static int grow(int by, int more) {
  by = by * 2;
  by += more;
  return by;
}

int main(void) {
  int a[] = {3, 5, 7, 0}, key = 4;
  char name[8] = "width";
  printf("%d %d\n", has(a, key), count(a, key));
  int grown = grow(key, a[1]);
  if (strcmp(name, "height") == 0) key = 5;
  printf("%d %d\n", grown, key);
  return 0;
}
