// Part of archive.c.
#include <stdio.h>

static int items[16], top;
int library_version = 3;

__attribute__((constructor)) static void prepare(void) { printf("stack ready\n"); }

void stack_push(int n) { items[top++] = n; }
int stack_pop(void) { return items[--top]; }
