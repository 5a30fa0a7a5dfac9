#include <stdlib.h>
#include <string.h>

int main(void)
{
    return (int)strlen(getenv("SURELY_NOT_SET"));
}
