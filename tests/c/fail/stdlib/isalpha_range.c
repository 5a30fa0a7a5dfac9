#include <ctype.h>

int main(void)
{
    int wide = 100000;
    return (isalpha)(wide);
}
