// Shared by shared_header.c and its parts.
#ifndef SHARED_H
#define SHARED_H

enum { SHARED_FIRST, SHARED_LAST };
static const char *const shared_names[] = {"first", "last"};
static int count_here;

inline int square(int n) { return n * n; }
static inline void bump(void) { count_here++; }
static inline int private_count(void) { return count_here; }
__attribute__((weak)) int in_header(int n) { return n + 1000; }

#endif
