// Room for a pointer where there should be room for its target.
//
// $ whydunit explain -e 'alpha 3' -- ./pointer_size
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char name[16];
  int count;
};

static struct entry *make(const char *name, int count) {
  struct entry *e = malloc(sizeof e);
  strcpy(e->name, name);
  e->count = count;
  return e;
}

int main(void) {
  struct entry *e = make("alpha", 3);
  printf("%s %d\n", e->name, e->count);
  free(e);
  return 0;
}
