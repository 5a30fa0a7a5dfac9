// Functions that a pointer did not name: the call is responsible for the definitions they would have made.
//
// $ whydunit slice --expect '9\n5\n0 none' ./chosen
// $ whydunit slice --dynamic --expect '9\n5\n0 none' ./chosen
// $ whydunit slice --values --expect '3\n5\n0 none' ./chosen
// $ whydunit slice --from chosen.c:42 ./chosen
// $ whydunit explain --expect '9\n1\n0 none' ./chosen | head -18
// $ whydunit trace why-not chosen.c:14 ./chosen
#include <stdio.h>
#include <string.h>

static int level = 3, mode = 1, quiet;

static void set_level(int v) { level = v; }
static void set_mode(int v) { mode = v; }
static void nothing(int v) { (void)v; }
static void say(int v) { quiet = v; }
static void (*table[])(int) = {set_mode, nothing, set_level};

struct operations {
  void (*apply)(int);
};

int main(int argc, char **argv) {
  char option = 'l';
  void (*f)(int) = nothing;
  if (option == 'L')
    f = set_level;
  f(9);
  printf("%d\n", level);
  int index = option == 'M' ? 0 : 1;
  table[index](5);
  printf("%d\n", mode);
  struct operations o = {say};
  if (argc > 3)
    o.apply = nothing;
  // Only the function called here defines it, so the choice omitted no definition.
  o.apply(0);
  char name[8] = "none";
  char *(*copy)(char *, const char *) = argc > 2 ? strcpy : strcat;
  copy(name, "");
  printf("%d %s\n", quiet, name);
  return 0;
}
