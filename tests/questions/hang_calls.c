// A run that does not end and is never twice the same, in and out of functions.
//
// $ whydunit slice --budget 20M -e '3 rounds' ./hang_calls
#include <stdio.h>

struct task {
  int left, rank;
};

static int rank_of(const struct task *t) { return t->rank; }

static int later(const struct task *a, const struct task *b) {
  int first = rank_of(a), second = rank_of(b);
  return first > second;
}

static int work(struct task *t, const struct task *other) {
  t->rank--;
  if (later(t, other)) t->rank -= 2;
  return t->left;
}

int main(void) {
  struct task task = {3, 100}, other = {1, 50};
  int rounds = 0;
  while (work(&task, &other) > 0) rounds++;
  printf("%d rounds\n", rounds);
  return 0;
}
