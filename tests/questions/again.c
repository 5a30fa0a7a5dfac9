// Library calls that continue from an earlier call of the same function: the answer names the last one, the number of
// earlier ones, and that it read the input.
//
// $ printf 'one\ntwo\nthree\n' | whydunit trace history n@again.c:31#3 ./again
// $ printf 'one\ntwo\nthree\n' | whydunit trace history last@again.c:34 ./again
// $ printf 'one\ntwo\nthree\n' | whydunit trace history --json n@again.c:31#3 ./again | grep '"rounds"\|"source"'
// $ printf 'one\n' | whydunit trace history 's[0]@again.c:37' ./again
// $ printf 'one\n' | whydunit trace history sum@again.c:37 ./again
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *append(char *s, const char *t)
{
    size_t n = s ? strlen(s) : 0;
    s = realloc(s, n + strlen(t) + 1);
    memcpy(s + n, t, strlen(t) + 1);
    return s;
}

int main(void)
{
    char *line = NULL, *s = NULL;
    const char *words[] = {"ab", "cd", "ef"};
    size_t cap = 0;
    ssize_t n;
    int sum = 0;
    char last[32] = "";
    while ((n = getline(&line, &cap, stdin)) > 0) {
        line[n - 1] = 0;
        snprintf(last, sizeof last, "%s", line);
    }
    for (int i = 0; i < 3; i++)
        s = append(s, words[i]), sum += strlen(s);
    free(line);
    printf("%s %s %d\n", last, s, sum);
    free(s);
    return 0;
}
