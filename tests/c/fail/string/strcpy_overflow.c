#include <string.h>

int main(void)
{
    char name[8];
    strcpy(name, "far too long");
    return name[0];
}
