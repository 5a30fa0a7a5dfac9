#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    return div(10, argc - 1).quot;
}
