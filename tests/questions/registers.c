// Structs that are passed and returned in registers, and accesses through a returned pointer.
//
// $ whydunit slice --values --from registers.c:42 ./registers
// $ whydunit trace why registers.c:33 ./registers
// $ whydunit trace history b.r ./registers
#include <stdio.h>
#include <stdlib.h>

typedef struct { int r, c; double *m; } front;
typedef struct { double *m; int r, c; } back;
typedef struct { int a, b, c; } three;
typedef struct { float x, y, z; } vector;
struct cell { float weight; int count; };

static front make(int r, int c) {
  front x = {r, c, calloc(r * c, sizeof(double))};
  return x;
}
static back turn(front f) {
  back x = {f.m, f.c, f.r};
  return x;
}
static double *at(back *x, int i, int j) { return &x->m[i * x->c + j]; }
static three sum(three t) { return (three){t.a, t.b, t.a + t.b}; }
static vector add(vector v) { v.z = v.x + v.y; return v; }
static struct cell *get(struct cell **all, int i) { return all[i]; }

int main(void) {
  struct cell *all[2] = {calloc(1, sizeof **all), calloc(1, sizeof **all)};
  front f = make(2, 3);
  back b = turn(f);
  get(all, 1)->weight = 2.5f;
  *at(&b, 1, 1) = 1.5;

  three t = sum((three){1, 2, 0});
  vector v = add((vector){1, 2, 0});
  f = make(b.c, b.r);

  double d = *at(&b, 1, 1) + get(all, 1)->weight;

  /* 4, 3, 3, 3 */
  printf("%g %d %g %d\n", d, t.c, v.z, f.c);
  return 0;
}
