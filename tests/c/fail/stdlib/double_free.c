#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = strdup("once");
    free(p);
    free(p);
    return 0;
}
