#include <stdio.h>
void log_line(const char *text) { fprintf(stderr, "%s\n", text); }
