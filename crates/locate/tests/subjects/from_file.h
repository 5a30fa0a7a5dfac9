// Put before a program: what it reads from standard input comes from a file.
#include <stdio.h>
static FILE *from_file(void) {
    static FILE *file;
    if (!file) file = fopen("/given/input", "rb");
    return file;
}
#undef stdin
#define stdin from_file()
