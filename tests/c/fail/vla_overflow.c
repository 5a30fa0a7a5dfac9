// A variable length array, one too short.
#include <string.h>

static int palindrome(const char *s) {
    int n = (int)strlen(s);
    char reversed[n];
    for (int i = 0; i < n; i++)
        reversed[i] = s[n - 1 - i];
    reversed[n] = '\0';
    return strcmp(s, reversed) == 0;
}

int main(void) {
    return palindrome("level");
}
