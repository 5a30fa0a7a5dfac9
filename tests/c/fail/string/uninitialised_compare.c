#include <string.h>

int main(void)
{
    char answer[8];
    answer[0] = 'y';
    return strcmp(answer, "yes") == 0;
}
