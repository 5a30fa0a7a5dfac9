// Names of members, elements, targets of pointers and bit-fields; values after their scope.
//
// $ whydunit slice --annotate --from names.c:38 ./names
// $ whydunit slice --values --dynamic --depth 1 --from names.c:38 ./names
// $ whydunit trace why names.c:25 ./names
// $ whydunit trace history 'book.pages[2].lines' ./names
// $ whydunit trace history 'sorted[0]' ./names
// $ whydunit trace history 'flags.level' ./names
// $ whydunit trace history --json --depth 0 'text[4]' ./names
#include <stdio.h>
#include <stdlib.h>

struct page { int number, lines; };
struct book { int id; struct page pages[4]; struct book *next; };
struct flags { unsigned open : 1, level : 4; };

static int order(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

static void fill(struct book *b, int n) {
  b->pages[n].lines = 30;
  b->next->pages[1].number = b->pages[n].lines + 1;
}

static void mark(char *p, int *count) {
  *p = '!';
  (*count)++;
}

int main(void) {
  struct book other = {0}, book = {1, {{0}}, &other};
  struct flags flags = {1, 0};
  char text[8] = "abcdef";
  int sorted[3] = {3, 1, 2}, count = 0;
  fill(&book, 2);
  mark(text + 4, &count);
  flags.level = count + 4;
  qsort(sorted, 3, sizeof *sorted, order);
  printf("%d %s %d %d\n", other.pages[1].number, text, flags.level, sorted[0]);
  return 0;
}
