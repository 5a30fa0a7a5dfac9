#include <stdlib.h>

int main(void)
{
    int here = 1, *p = &here;
    free(p);
    return here;
}
