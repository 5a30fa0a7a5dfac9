// A structure that is too small for what stat reports.
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
    struct stat *s = malloc(sizeof(s));
    return stat("/", s);
}
