/* Answers of glibc's fnmatch: flags, pattern and text on a line each; 1 for a match. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char flags[100], pattern[1000], text[1000];
    while (fgets(flags, sizeof flags, stdin) && fgets(pattern, sizeof pattern, stdin) && fgets(text, sizeof text, stdin)) {
        pattern[strcspn(pattern, "\n")] = text[strcspn(text, "\n")] = 0;
        printf("%d\n", fnmatch(pattern, text, atoi(flags)) == 0);
    }
}
