// A program that waits for itself.
#include <unistd.h>

int main(void)
{
    int ends[2];
    char c;
    pipe(ends);
    return (int)read(ends[0], &c, 1);
}
