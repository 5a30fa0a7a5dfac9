// A counter that goes up in one function and should go down in another: nothing there could be changed instead.
//
// $ whydunit explain -e "7 8" -- ./uncounted
#include <stdio.h>

enum { ROOM = 3 };

struct ring {
  int items[ROOM];
  int first, count;
};

static int put(struct ring *ring, int item) {
  if (ring->count == ROOM)
    return 0;
  ring->items[(ring->first + ring->count) % ROOM] = item;
  ring->count++;
  return 1;
}

static int take(struct ring *ring) {
  int item = ring->items[ring->first];
  ring->first = (ring->first + 1) % ROOM;
  return item;
}

int main(void) {
  struct ring ring = {{0}, 0, 0};
  for (int i = 5; i < 8; i++)
    put(&ring, i);
  take(&ring);
  take(&ring);
  put(&ring, 8);
  int seventh = take(&ring);
  printf("%d %d\n", seventh, take(&ring));
  return 0;
}
