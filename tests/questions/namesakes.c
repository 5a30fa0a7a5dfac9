/* Several variables of one name: the question means the last one reached, and the answer mentions the others. */
// $ whydunit trace history t -- ./namesakes
// $ whydunit trace history t@namesakes.c:42 -- ./namesakes
// $ whydunit trace history 'e->v' -- ./namesakes
// $ whydunit trace history e@namesakes.c:28 -- ./namesakes
// $ whydunit trace history b.v -- ./namesakes
// $ whydunit trace history count -- ./namesakes
// $ whydunit trace history count@namesakes.c:18 -- ./namesakes
// $ for f in a b; do echo "static int n; void $f(void) { n = 0x$f; }" > $f.c; done
// $ echo 'void a(void), b(void); int main(void) { b(); a(); return 0; }' > c.c
// $ whydunit cc -o files a.c b.c c.c && whydunit trace history n -- ./files
struct s { int v; };

static int count;

static void grow(struct s *b) {
  int count = b->v;
  b->v = count + 1;
}

int main(void) {
  struct s a = { 1 }, b = { 2 };
  for (int i = 0; i < 2; i++) {
    struct s *e = &a;
    e->v += 5;
  }
  for (int i = 0; i < 2; i++) {
    struct s *e = i ? &b : &a;
    e->v += 10;
  }
  grow(&b);
  count += 3;
  {
    int t = 1;
    a.v += t;
  }
  {
    int t;
    t = 2;
    a.v += t;
  }
  return a.v + b.v;
}
