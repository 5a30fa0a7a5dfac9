// A pattern that was freed is used again.
#include <regex.h>
#include <stdio.h>

int main(void)
{
    regex_t regex, copy;
    regcomp(&regex, "a+", REG_EXTENDED);
    copy = regex;
    regfree(&regex);
    printf("%d\n", regexec(&copy, "aaa", 0, NULL, 0));
    return 0;
}
