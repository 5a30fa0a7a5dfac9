// Part of archive.c: no program needs it, so its constructor must not run.
#include <stdio.h>

__attribute__((constructor)) static void prepare(void) { printf("never\n"); }
int unused_member(void) { return 1; }
int main_is_elsewhere;
