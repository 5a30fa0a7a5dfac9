// Decisions that left something undone, put to the test by reruns; a run of trusted code only.
//
// $ whydunit slice --from omitted.c:33 ./omitted
// $ whydunit slice --verify --from omitted.c:33 ./omitted
// $ whydunit slice --verify --json --from omitted.c:33 ./omitted | grep -A6 verification
// $ whydunit slice --verify --dynamic --from omitted.c:33 ./omitted
// $ whydunit slice --trust omitted.c --from omitted.c:33 ./omitted
// $ whydunit slice --verify --trust omitted.c --from omitted.c:33 ./omitted
// $ clang-19 -O0 -c -emit-llvm omitted.c -o bare.bc && whydunit slice bare.bc
// $ whydunit trace history calls ./omitted
#include <stdio.h>

static int table[4], slot = 3, ready, loud;

static void put(int *to, int value) {
  static int calls;
  calls += slot;
  *to = value;
}

int main(void) {
  void (*store)(int *, int) = put;
  int result = 1;
  if (loud)
    printf("starting\n");
  if (slot == 0)
    store(&table[slot], 7);
  result = table[0];
  if (ready)
    result = 5;
  put(&slot, 2);
  int shown = result;
  printf("%d\n", shown);
  return 0;
}
