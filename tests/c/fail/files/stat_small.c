// A structure that is too small for the result of stat.
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
    struct stat *s = malloc(sizeof(s));
    return stat("/", s);
}
