// Lines that only jump, lines that did not run again, loops without an end, `setjmp`.
//
// $ whydunit trace why jumps.c:27 --budget 1M ./jumps
// $ whydunit trace why jumps.c:38#2 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:25 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:28 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:28#6 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:23#9 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:45 --budget 1M ./jumps
// $ whydunit trace why-not jumps.c:30#2 --budget 1M ./jumps
// $ whydunit slice --from jumps.c:27#1 --budget 1M ./jumps
// $ whydunit trace why-not --json jumps.c:28#6 --budget 1M ./jumps
// $ whydunit trace why jumps.c:39 --budget 1M ./jumps
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static void jump(int n) {
  longjmp(back, n);
}

static int count(int n) {
  for (int i = 0; i < 10; i++) {
    if (i > n)
      break;
    if (i % 2)
      continue;
    n++;
  }
  return n;
}

int main(void) {
  int x = count(20), y = 1;
  x = x > 20 ? x
             : 0;
  while (y) {
    int code = setjmp(back);
    if (code == 0 ? x : code < 2)
      jump(code + 1);
    x++;
    if (x == 1000)
      y = 2;
    if (y == 3)
      exit(0);
  }
}
