// Writes to a pipe without readers.
#include <unistd.h>

int main(void)
{
    int ends[2];
    pipe(ends);
    close(ends[0]);
    write(ends[1], "x", 1);
    return 0;
}
