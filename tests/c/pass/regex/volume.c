// A filter in the manner of sed over a large text: matching must not be slow.
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    size_t size = 100000, used = 0;
    char *text = malloc(size + 100);
    for (int line = 0; used < size; line++)
        used += sprintf(text + used, "line %d: key%d = value-%d; # note\n", line, line % 7, line * 31 % 1009);
    regex_t regex;
    regcomp(&regex, "key([0-9]+) *= *value-([0-9]*[05]);", REG_EXTENDED);
    int found = 0;
    long sum = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        regmatch_t m[3];
        if (regexec(&regex, line, 3, m, 0) == 0) {
            found++;
            sum += strtol(line + m[2].rm_so, NULL, 10) * (line[m[1].rm_so] - '0');
        }
    }
    printf("%d %ld\n", found, sum);
    regfree(&regex);
    free(text);
    return 0;
}
