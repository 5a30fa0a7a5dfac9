// The result of a failed search is written to.
#include <string.h>

int main(void) {
    char text[] = "key value";
    char *equals = strchr(text, '=');
    *equals = '\0';
    return text[0];
}
